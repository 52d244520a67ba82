// One small real image: a house drawn in four colours, as a PNG.

import { crc32, deflateSync } from 'node:zlib'

const width = 64
const height = 48
const palette = Buffer.from('87ceeb5a8f3cb5651d8b0000', 'hex')
const [sky, lawn, wall, roof] = [0, 1, 2, 3] as const

function colourAt(x: number, y: number): number {
  if (y >= 14 && y < 24 && Math.abs(x - 32) <= 2 * (y - 13)) return roof
  if (y >= 24 && y < 40 && x >= 16 && x < 48) return wall
  return y < 38 ? sky : lawn
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

export function drawPhoto(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, (_row, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_column, x) => colourAt(x, y))]),
  )
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = deflateSync(Buffer.concat(rows))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
