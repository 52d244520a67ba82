// The details of a refusal name the field by its path and the offending value, in words that do not vary.
import { includes, matching, ofType } from '../../evidence/expected.ts'
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { notApplicable } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = {
  code: 'errors.code-is-stable',
  path: ['errors.detail-field-is-a-dotted-path', 'errors.detail-path-numbers-array-elements'],
  word: 'errors.detail-code-is-stable-and-machine-readable',
  value: 'errors.detail-value-is-stable-and-machine-readable',
  carries: 'errors.invalid-value-detail-carries-the-value',
}

const machineWord = /^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/

const sorted = (details: Record<string, unknown>[], part: 'code' | 'value'): string[] =>
  details.map((detail) => JSON.stringify([detail['field'], detail[part] ?? null])).toSorted()

export default check({
  id: 'errors.details-are-for-machines',
  verifies: Object.values(rules).flat(),
  needs: ['orders'],
  async run(context) {
    const { client, expect, marker, shared } = context
    const { orders } = await shared(grandWalk)
    const body = orderBody(context, await pickProduct(context))
    const [borrower] = body.borrowers
    const withoutContacts = { ...body, borrowers: [{ ...borrower, contacts: [] }] }
    const toNobody = { recipient: 'Nobody_At_All', subject: 'A note', body: `A note of ${marker()}.` }
    const asks: (() => Promise<Answered>)[] = [
      () => client.call('createOrder', { json: withoutContacts, headers: { 'Idempotency-Key': marker() } }),
      () => client.call('sendMessage', { params: { order_id: orders.fresh }, json: toNobody }),
    ]
    const values: [Record<string, unknown>, Answered][] = []
    for (const [index, ask] of asks.entries()) {
      const [first, second] = [await ask(), await ask()]
      const pair = [first, second] as const
      expect(rules.code).equal(computedFrom(fieldAt(second, '/code'), ...pair), fieldAt(first, '/code'))
      const [before, after] = [entriesAt(first, '/details'), entriesAt(second, '/details')]
      expect(rules.word).equal(computedFrom(sorted(after, 'code'), ...pair), sorted(before, 'code'))
      expect(rules.value).equal(computedFrom(sorted(after, 'value'), ...pair), sorted(before, 'value'))
      for (const { code } of before)
        expect(rules.word).that(
          computedFrom(code, first),
          (word) => machineWord.test(String(word)),
          matching(machineWord),
        )
      if (index === 0 && succeeded(first)) expect(rules.path).notTested('body-was-taken')
      else if (index === 0)
        expect(rules.path).that(
          computedFrom(
            before.map(({ field }) => field),
            first,
          ),
          (fields) => (fields as unknown[]).includes('borrowers.0.contacts'),
          includes('borrowers.0.contacts'),
        )
      else
        values.push(
          ...before.filter(({ code }) => code === 'invalid_value').map((one) => [one, first] as [never, Answered]),
        )
    }
    for (const [{ value }, answer] of values)
      expect(rules.carries).equal(computedFrom(value, answer), toNobody.recipient)
    if (values.length === 0) throw notApplicable('no-invalid-value-entry')
    expect(rules.code).that(seen(values[0]![1], '/code'), (code) => typeof code === 'string', ofType(['string']))
  },
})
