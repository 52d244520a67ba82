// Whether a fault strikes the match that it just counted: by number, by every so-manieth, or by chance that a seed repeats.
import { createHash } from 'node:crypto'
import type { Fault } from '../public/fault.ts'

/** From 0 to below 1; the same for the same seed and number. */
const drawn = (seed: number, matched: number): number =>
  createHash('sha256').update(`${seed} ${matched}`).digest().readUInt32BE(0) / 2 ** 32

/** `matched` counts from 1. */
export const isTurnOf = ({ nth, every, probability, seed = 1 }: Fault, matched: number): boolean => {
  if (nth !== undefined) return matched === nth
  if (every !== undefined) return matched % every === 0
  return probability === undefined || drawn(seed, matched) < probability
}
