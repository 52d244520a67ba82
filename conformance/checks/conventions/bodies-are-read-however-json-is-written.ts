// JSON with escapes, white space and keys in any order is the same body, and its letters are the same letters.
import { expectedOrder, shownIfRead } from '../../generate/expected-order.ts'
import { validOrder } from '../../generate/valid-order.ts'
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { orderInputs } from '../../scenarios/order-inputs.ts'
import { inAscii, reversedKeys } from '../../evidence/json-orders.ts'
import { not } from '../../evidence/expected.ts'
import { seen, seenStatus } from '../../evidence/seen.ts'
import { create } from '../../steps/place-order.ts'
import { succeeded, textAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const asJson = 'conventions.request-bodies-are-read-as-json'
const asUtf8 = 'conventions.request-bodies-are-read-as-utf-8'

const withCharset = 'application/json; charset=utf-8'

/** HTTP allows white space on either side of the semicolon. */
const spaced = 'application/json ; charset=utf-8'

const text = 'Grüße aus der Straße; 株式会社; 🏡 “quoted” / \\ done'

export default check({
  id: 'conventions.bodies-are-read-however-json-is-written',
  verifies: [asJson, asUtf8],
  needs: ['orders'],
  async run(context) {
    const { expect, shared, marker } = context
    const { coverage, ground } = await shared(orderInputs)
    // Its requests go through every spelling; one that is refused and taken in another is judged where it is sent.
    await shared(grandWalk)
    const product = coverage.orderable[0]!
    const request = { ...validOrder(product, { ...ground, marker: marker() }), appraiser_instructions: text }
    const spacious = JSON.stringify(reversedKeys(request), null, '\t \n')
    const ways = [
      { rules: [asJson], body: inAscii(spacious).replaceAll('/', '\\/'), type: 'application/json' },
      { rules: [asJson, asUtf8], body: spacious, type: withCharset },
    ]
    for (const { rules, body, type } of ways) {
      const answer = await create(context, undefined, { body, headers: { 'Content-Type': type } })
      expect(rules).status(answer, '2xx')
      if (!succeeded(answer)) continue
      for (const { pointer, accept, expected } of shownIfRead(expectedOrder(request, product, ground.places[0]!)))
        expect(rules).that(seen(answer, pointer), accept, expected)
      if (type !== withCharset) continue
      // Whether it is taken says nothing here.
      const options = { params: { order_id: textAt(answer, '/id') }, headers: { 'Content-Type': spaced } }
      const amended = await context.client.call('amendOrder', {
        ...options,
        json: { appraiser_instructions: marker() },
      })
      expect(asJson).that(seenStatus(amended), (status) => status !== 415, not(415))
    }
  },
})
