// What the output of a test file says of its assertions.
import { Parser } from 'tap-parser'
import type { Outcome } from './job.ts'

type AssertionCounts = { total: number; pass: number; fail: number; skip: number; todo: number }

/** A file that ends badly, asserts nothing or breaks off, and shows no failed assertion, counts as one. */
export const assertionCounts = ({ output, code }: Pick<Outcome, 'output' | 'code'>): AssertionCounts => {
  const counts = { total: 0, pass: 0, fail: 0, skip: 0, todo: 0 }
  let isWhole = code === 0
  for (const [event, result] of Parser.parse(output, { flat: true })) {
    if (event === 'complete' && !result.ok) isWhole = false
    if (event !== 'assert') continue
    counts.total += 1
    if (result.skip !== false) counts.skip += 1
    else if (result.todo !== false) counts.todo += 1
    else if (result.ok) counts.pass += 1
    else counts.fail += 1
  }
  if (counts.fail > 0 || (isWhole && counts.total > 0)) return counts
  return { ...counts, total: counts.total + 1, fail: 1 }
}
