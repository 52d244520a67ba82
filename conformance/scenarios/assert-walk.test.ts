// What a walk did not come to is left with the rule whose failure cut it short, and otherwise with what was missing.
import t from 'tap'
import { assertion } from '../evidence/assertion.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import type { CheckContext } from '../kit/context.ts'
import { assertWalk } from './assert-walk.ts'
import type { OrderWalk } from './order-walk.ts'

const context = { expect: () => ({ that: () => true }) } as unknown as CheckContext

const walkOf = (passed: boolean) =>
  new Map([
    ['list.pages', assertion('list.pages', passed, 'a', 'b').map((claim) => ({ claim, about: '', requests: ['x1'] }))],
  ]) as unknown as OrderWalk

const reasonFor = (walk: OrderWalk): unknown => {
  try {
    assertWalk(context, walk, ['list.pages', 'list.total'])
  } catch (error) {
    if (error instanceof Inconclusive) return error.reason
    throw error
  }
  return null
}

t.test('a walk that a failure cut short names the rule that failed', async (t) => {
  t.match(reasonFor(walkOf(false)), { code: 'stopped-after-failure', parameters: { rule: 'list.pages' } })
})

t.test('a walk that went to its end does not', async (t) => {
  t.match(reasonFor(walkOf(true)), { code: 'not-seen-on-walk' })
})
