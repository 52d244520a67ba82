// A small real image of an invented house or of land, as a PNG: one of a few, which follows from the order.

import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { remembered } from '../lib/remembered.ts'

const width = 320
const height = 240
const [sky, lawn, wall, roof, door, pane, path, trunk, leaves] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const

const walls = ['f3cb56', 'c96f4a', 'e8e4da', '9fb6c9', 'b8c29a', 'd9a5a5']
const roofs = ['51d8b0', '5a4036', '37474f']

type Box = readonly [left: number, top: number, right: number, bottom: number, colour: number]

/** From the back to the front, as in the next list. */
const ground: readonly Box[] = [
  [0, 170, 320, 240, lawn],
  [248, 120, 258, 172, trunk],
  [228, 70, 278, 125, leaves],
]
const building: readonly Box[] = [
  [80, 96, 216, 176, wall],
  [138, 128, 158, 176, door],
  [140, 176, 156, 240, path],
  [96, 112, 122, 136, pane],
  [174, 112, 200, 136, pane],
  [188, 40, 200, 70, wall],
]

export type View = 'house' | 'land'

function colourAt(view: View, x: number, y: number): number {
  if (view === 'house' && y >= 46 && y < 96 && Math.abs(x - 148) <= 1.7 * (y - 44)) return roof
  const boxes = view === 'house' ? [...ground, ...building] : ground
  const box = boxes.findLast(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom)
  return box?.[4] ?? sky
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

const pixels = remembered((view: View) => {
  const rows = Array.from({ length: height }, (_row, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_column, x) => colourAt(view, x, y))]),
  )
  return chunk('IDAT', deflateSync(Buffer.concat(rows)))
})

/** The houses differ in the palette alone, so that the pixels are drawn once. */
const photo = (view: View, house: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const colours = ['87ceeb', '5a8f3c', walls[house % walls.length]!, roofs[house % roofs.length]!]
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...colours, '6b3f2a', 'dff1fa', 'b9b2a3', '6d4c41', '3e7d3a'].join(''), 'hex')),
    pixels(view),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const pictures: Record<View, (house: number) => Buffer> = {
  house: remembered((house: number) => photo('house', house)),
  land: remembered((house: number) => photo('land', house)),
}

export const photoOf = (order_id: string, view: View = 'house'): Buffer =>
  pictures[view](createHash('sha256').update(order_id).digest()[31]! % 18)
