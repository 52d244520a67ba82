// A source of chance whose state can be kept: the same state gives the same numbers (sfc32).
import { randomBytes } from 'node:crypto'

export type Random = {
  /** From 0 to below 1. */
  next: () => number
  /** Four numbers of 32 bits. */
  state: () => number[]
  goOnFrom: (state: readonly number[]) => void
}

const words = (bytes: Buffer): number[] => [0, 4, 8, 12].map((at) => bytes.readUInt32LE(at))

export const createRandom = (seed: readonly number[] = words(randomBytes(16))): Random => {
  let [a, b, c, count] = seed as [number, number, number, number]
  return {
    next: () => {
      const sum = (((a + b) | 0) + count) | 0
      count = (count + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (c << 21) | (c >>> 11)
      c = (c + sum) | 0
      return (sum >>> 0) / 4_294_967_296
    },
    state: () => [a, b, c, count].map((word) => word >>> 0),
    goOnFrom: (state) => {
      ;[a, b, c, count] = state as [number, number, number, number]
    },
  }
}
