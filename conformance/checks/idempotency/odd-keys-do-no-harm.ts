// Keys and bodies in another form than a careful client sends are taken or refused, and a key never places two orders.
import { isObject } from '../../contract/is-object.ts'
import { askOddly, unforeseen, type Oddity } from '../../steps/ask-oddly.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { placeOrder } from '../../steps/place-order.ts'
import type { Answered } from '../../evidence/exchange.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'

const json = { 'Content-Type': 'application/json' }

const reversed = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, inner]) => [name, reversed(inner)]),
      )
    : value

/** Of one body three texts: as it was sent, with its keys the other way round, and with a null besides. */
const equalities = async (context: CheckContext): Promise<void> => {
  const { body, key, id, answer } = await placeOrder(context)
  const ask = (what: string, text: unknown) =>
    askOddly(context, {
      what,
      rule: unforeseen,
      operation: 'createOrder',
      options: { json: text, headers: { 'Idempotency-Key': key } },
    })
  const isReplay = (again: Answered) => succeeded(again) && fieldAt(again, '/id') === id
  const turned = await ask('the body of a key with its keys the other way round', reversed(body))
  const freedom = 'idempotency.body-equality'
  if (!isReplay(turned)) {
    if (turned.response.status === 409) context.recordReading(freedom, 'same-bytes', answer, turned)
    return
  }
  const { appraiser_instructions: _none, ...plain } = body
  const nulled = await ask('the body of a key with a null besides', { ...plain, appraiser_instructions: null })
  if (isReplay(nulled)) context.recordReading(freedom, 'same-order-meaning', answer, nulled)
  else if (nulled.response.status === 409) context.recordReading(freedom, 'same-meaning', turned, nulled)
}

export default check({
  id: 'idempotency.odd-keys-do-no-harm',
  verifies: [unforeseen],
  needs: ['orders'],
  async run(context) {
    const { marker } = context
    const product = await pickProduct(context)
    const next = () => orderBody(context, product)
    const twice = next()
    const oddities: Omit<Oddity, 'rule' | 'operation'>[] = [
      {
        what: 'no key',
        options: { json: next() },
        freedom: 'create.missing-idempotency-key',
        taken: 'accepted',
      },
      {
        what: 'an empty key',
        options: { json: next(), headers: { 'Idempotency-Key': '' } },
        freedom: 'idempotency.empty-key',
        taken: () => null,
      },
      {
        what: 'a key of 300 letters',
        options: { json: next(), headers: { 'Idempotency-Key': marker().padEnd(300, 'k') } },
        freedom: 'idempotency.key-form',
        taken: 'any-text',
        refused: 'limited-length',
      },
      {
        what: 'no content type',
        options: {
          body: Buffer.from(JSON.stringify(next())),
          headers: { 'Idempotency-Key': marker() },
        },
        freedom: 'create.content-type-missing',
        taken: 'read-as-json',
      },
      {
        what: 'another JSON type',
        options: {
          body: JSON.stringify(next()),
          headers: { 'Idempotency-Key': marker(), 'Content-Type': 'application/vnd.order+json' },
        },
        freedom: 'create.json-suffix-types',
        taken: 'accepted',
      },
      {
        what: 'two members twice',
        options: {
          // One of the body, and one of an object in it.
          body: JSON.stringify(twice)
            .replace(/}$/, `,"lender_reference":"${twice.lender_reference}-2"}`)
            .replace('"street":', '"street":"1 Sample Street","street":'),
          headers: { ...json, 'Idempotency-Key': marker() },
        },
        freedom: 'conventions.duplicate-json-keys',
        taken: (answer) =>
          fieldAt(answer, '/lender_reference') === twice.lender_reference ? 'first-wins' : 'last-wins',
      },
    ]
    for (const oddity of oddities) await askOddly(context, { ...oddity, rule: unforeseen, operation: 'createOrder' })
    await equalities(context)
  },
})
