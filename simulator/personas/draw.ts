// What the seed of a persona draws: the same seed, order number and question give the same number.
import { createHash } from 'node:crypto'

/** At least 0 and below 1. */
export type Draw = (question: string) => number

export const drawFor =
  (seed: number, { company_id, order_number }: { company_id: string; order_number: string }): Draw =>
  (question) =>
    createHash('sha256')
      .update(JSON.stringify([seed, company_id, order_number, question]))
      .digest()
      .readUIntBE(0, 6) /
    2 ** 48

export const between = (fraction: number, [least, most]: readonly [number, number]): number =>
  least + fraction * (most - least)

/** A whole number, both ends included. */
export const wholeBetween = (fraction: number, [least, most]: readonly [number, number]): number =>
  least + Math.floor(fraction * (most - least + 1))
