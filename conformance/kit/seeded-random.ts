// Random numbers that a seed repeats: the same seed and name give the same sequence, whatever runs beside it.

const hash = (text: string): number => {
  let value = 2166136261
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 16777619)
  return value >>> 0
}

/** Numbers from 0 up to, but not including, 1. */
export const seededRandom = (seed: number, name: string): (() => number) => {
  let state = (hash(name) ^ seed) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
