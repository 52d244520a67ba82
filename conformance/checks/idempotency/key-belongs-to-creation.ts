// What is sent under a key elsewhere neither uses the key up nor changes what it stands for, and is taken as without one; another
// letter case is another key.
import { not } from '../../evidence/expected.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { seen } from '../../evidence/seen.ts'
import type { CheckContext } from '../../kit/context.ts'
import { sendAmendment } from '../../steps/amend.ts'
import { readOrder } from '../../steps/order-state.ts'
import { create, placeOrder, type PlacedOrder } from '../../steps/place-order.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const rule = 'idempotency.key-scoped-to-the-endpoint'
const accepted = 'idempotency.key-accepted-on-create'
const replayed = 'idempotency.replay-returns-201'
const elsewhere = 'idempotency.key-means-nothing-to-other-writes'

type Amendment = { text: string; answer: Answered }

const amend = async (context: CheckContext, id: string, key?: string): Promise<Amendment> => {
  const text = `Call ahead (${context.marker()}).`
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
  return { text, answer: await sendAmendment(context, id, { appraiser_instructions: text }, headers) }
}

/** The instructions of the order, after an amendment of them. */
const instructions = async (context: CheckContext, id: string) =>
  seen(await readOrder(context, id), '/appraiser_instructions')

/** The last of some amendments under keys is shown, and none refused for a key, unless one without a key fares no better. */
const compareAmendments = async (
  context: CheckContext,
  id: string,
  amendments: readonly Amendment[],
): Promise<void> => {
  const { expect, recordReading } = context
  const last = amendments.at(-1)!
  const shown = await instructions(context, id)
  const refused = amendments.find(({ answer }) => !succeeded(answer))
  if (refused || shown.value !== last.text) {
    const keyless = await amend(context, id)
    const isTaken = succeeded(keyless.answer) && (await instructions(context, id)).value === keyless.text
    if (!isTaken) return expect(elsewhere).notTested('amendment-not-shown')
  }
  if (refused) expect(elsewhere).status(refused.answer, '2xx')
  else {
    const isTaken = expect(elsewhere).equal({ ...shown, requests: [last.answer.id, ...shown.requests] }, last.text)
    const isFirst = shown.value === amendments.at(-2)?.text
    if (isTaken || isFirst)
      recordReading('idempotency.key-on-other-writes', isTaken ? 'ignored' : 'honoured', last.answer)
  }
}

type Replayed = { placed: PlacedOrder; answer: Answered }

const replay = async (context: CheckContext, placed: PlacedOrder): Promise<Replayed> => ({
  placed,
  answer: await create(context, placed.body, { key: placed.key }),
})

const isReplay = ({ placed, answer }: Replayed): boolean => succeeded(answer) && fieldAt(answer, '/id') === placed.id

/** The replay of another create, whose order was amended under no key. */
const replayOfAnother = async (context: CheckContext): Promise<Replayed> => {
  const placed = await placeOrder(context)
  await amend(context, placed.id)
  return replay(context, placed)
}

export default check({
  id: 'idempotency.key-belongs-to-creation',
  verifies: [rule, accepted, replayed, elsewhere],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, marker, recordReading } = context
    const first = await placeOrder(context)
    const fresh = first.key.toUpperCase()
    const amendments: Amendment[] = []
    // Under the key of a create, and twice under one that was sent nowhere yet.
    for (const key of [first.key, fresh, fresh]) amendments.push(await amend(context, first.id, key))
    await compareAmendments(context, first.id, amendments)
    const again = await replay(context, first)
    // Where a replay fails after any amendment, the key of this one is not why.
    const any = isReplay(again) ? again : await replayOfAnother(context)
    expect(replayed).status(any.answer, 201)
    if (isReplay(any)) {
      expect(rule).status(again.answer, '2xx')
      expect(rule).equal(seen(again.answer, '/id'), first.id)
    }
    const body = { ...first.body, lender_reference: marker() }
    const key = marker()
    const spoilt = { ...body, order_type_code: 'no-such-product' }
    await create(context, spoilt, { key })
    const retried = await create(context, body, { key })
    if (succeeded(retried)) recordReading('idempotency.key-after-refusal', 'forgotten', retried)
    // What is remembered of a refusal is a whole answer.
    else await create(context, spoilt, { key })

    const place = (under: string) => create(context, { ...body, lender_reference: marker() }, { key: under })
    const placed = await place(fresh)
    const isOwn = succeeded(placed) && fieldAt(placed, '/id') !== first.id
    // A third letter case, sent nowhere yet, distinguishes a key that was used up elsewhere from one that was mistaken for the first.
    const unused = isOwn ? placed : await place(`A${first.key.slice(1)}`)
    expect(accepted).status(unused, '2xx')
    if (!succeeded(unused)) return
    expect(accepted).that(seen(unused, '/id'), (id) => id !== first.id, not(first.id))
    expect(rule).status(placed, '2xx')
    expect(rule).that(seen(placed, '/id'), (id) => id !== first.id, not(first.id))
  },
})
