// Every examination, in the order in which they are made: what later ones build on comes first.
import type { Examination } from './examination.ts'
import { additions } from './trials/additions.ts'
import { orders } from './trials/orders.ts'
import { ordinary } from './trials/ordinary.ts'
import { rawBytesExaminations } from './trials/raw-bytes.ts'
import { repeats } from './trials/repeats.ts'
import { signatures, strangers } from './trials/signatures.ts'
import { times } from './trials/times.ts'

export const examinations: readonly Examination[] = [
  ...ordinary,
  ...signatures,
  ...rawBytesExaminations,
  ...times,
  ...repeats,
  ...additions,
  ...orders,
  ...strangers,
]
