// Random numbers that a seed repeats: the same seed and name give the same sequence, whatever runs beside it.
import { createNumbers } from '../model/chance.ts'

const hash = (text: string): number => {
  let value = 2166136261
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 16777619)
  return value >>> 0
}

/** Numbers from 0 up to, but not including, 1. */
export const seededRandom = (seed: number, name: string): (() => number) => {
  const next = createNumbers(hash(name) ^ seed)
  return () => next() / 2 ** 32
}
