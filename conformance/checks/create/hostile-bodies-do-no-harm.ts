// Bodies that no client should send get a documented answer, and the next order is as sound as any.
import { not, oneOf } from '../../evidence/expected.ts'
import { expectedOrder, shownIfRead } from '../../generate/expected-order.ts'
import { hostileCreates } from '../../generate/hostile.ts'
import { validOrder } from '../../generate/valid-order.ts'
import { orderInputs, sendOrder } from '../../scenarios/order-inputs.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { create } from '../../steps/place-order.ts'
import { check } from '../../kit/check.ts'

// One or two of each kind: every further one would cost a request and show the same, and is sent where these are plenty.
const chosen = new Set(
  [
    'type.form coding.gzip-that-is-none top.null deep.top-level utf-8.stray-byte utf-16 text.lone-high-surrogate text.nul',
    'key.prototype-member large.text many.borrowers many.contacts',
  ].flatMap((line) => line.split(' ')),
)

const readAsJson = 'conventions.request-bodies-are-read-as-json'

export default check({
  id: 'create.hostile-bodies-do-no-harm',
  verifies: [
    readAsJson,
    'errors.wrong-type-is-400-or-422',
    'errors.unsupported-content-type-is-415',
    'errors.content-type-refusal-is-unsupported-media-type',
    'create.three-borrowers-refused',
  ],
  needs: ['orders'],
  async run(context) {
    const { effort, expect, shared, marker } = context
    const { coverage, ground } = await shared(orderInputs)
    const product = coverage.orderable[0]!
    const valid = validOrder(product, { ...ground, marker: marker() })
    const all = hostileCreates(valid)
    const covered = new Set(all.filter(({ id }) => chosen.has(id)).flatMap(({ rules }) => rules))
    const others = all.filter(({ id, rules }) => !chosen.has(id) && rules.every((rule) => covered.has(rule)))
    const further = others.slice(0, Math.floor(chosen.size * (effort - 1)))
    for (const { id, rules, headers, body, statuses, code } of all) {
      if (!chosen.has(id) && !further.some((one) => one.id === id)) continue
      const answer = await create(context, undefined, { body, headers: Object.fromEntries(headers) })
      const { status } = answer.response
      const right = expect(rules).that(computedFrom({ body: id, status }, answer), () => statuses.includes(status), {
        body: id,
        status: oneOf(statuses),
      })
      if (right && code) expect(code.rule).equal(seen(answer, '/code'), code.value)
    }

    const place = ground.places[0]!
    const request = validOrder(product, { ...ground, reference: null, marker: marker() })
    const after = await sendOrder(context, { request, product, place })
    const sound = expect(readAsJson).status(after.answer, '2xx')
    if (!sound || !after.read) return
    for (const { pointer, accept, expected } of shownIfRead(expectedOrder(request, product, place)))
      expect(readAsJson).that(seen(after.read, pointer), accept, expected)
    expect(readAsJson).that(seen(after.read, '/flags/rush'), (rush) => rush !== true, not(true))
  },
})
