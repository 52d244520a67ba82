// What a client does with an order: amendments, actions, and the statuses that do not last.
import { groupBy } from '../../../reports/group-by.ts'
import { memoizeByObject } from '../../contract/memoize-by-object.ts'
import { at, listAt, textAt } from '../../model/body.ts'
import { isSuccess, type Call, type Journal } from '../call.ts'
import { eachCall, ruleGroup, someOf, type ClientRule, type Fault } from '../client-rule.ts'
import { isInTurn } from '../parallel.ts'
import { after, placeOf, sameJson } from '../repeats.ts'
import { isBodyKnown } from '../sent.ts'
import { thresholds } from '../thresholds.ts'

const { others: patience } = thresholds.patience

const fixedFields = [
  'order_type_code',
  'order_type',
  'loan_type_code',
  'add_on_codes',
  'add_ons',
  'loan.loan_type',
  'loan.add_ons',
  'property',
]

const got = (value: unknown, path: string): unknown => at(value, ...path.split('.'))

const showsOrder = (call: Call): boolean => isSuccess(call) && at(call.received, 'loan') !== undefined

/** Answers that show an order, by its id. */
const readsOf = memoizeByObject(({ calls }: Journal) =>
  groupBy(calls.filter(showsOrder), ({ received }) => textAt(received, 'id')),
)

/** What orders were placed with, by id: what is sent again as it was is not changed, whatever the company made of it. */
const placedWith = memoizeByObject(
  ({ calls }: Journal): ReadonlyMap<string | null, unknown> =>
    new Map(
      calls
        .filter((call) => call.operation === 'createOrder' && isSuccess(call))
        .map(({ received, sent }) => [textAt(received, 'id'), sent]),
    ),
)

/** The first call that may have given an order its loan number, by the id of the order. */
const firstAmended = memoizeByObject(({ calls }: Journal): ReadonlyMap<string, Call> => {
  const first = new Map<string, Call>()
  for (const call of calls) {
    const order = call.operation === 'amendOrder' ? call.ids['order_id'] : undefined
    if (order === undefined || first.has(order)) continue
    if (!isBodyKnown(call) || at(call.sent, 'loan', 'number') !== undefined) first.set(order, call)
  }
  return first
})

/** What the last answer before a call shows of its order; undefined where none does. */
const orderBefore = (journal: Journal, call: Call): unknown => {
  const place = placeOf(journal, call)
  return (readsOf(journal).get(call.ids['order_id'] ?? '') ?? []).findLast((one) => placeOf(journal, one) < place)
    ?.received
}

/** Whether each value that is sent is the one the order has already. */
const isWithin = (sent: unknown, known: unknown): boolean => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sameJson(sent, known)
  return Object.entries(sent).every(([key, value]) => isWithin(value, at(known, key)))
}

const isSameCode = (sent: unknown, known: unknown): boolean =>
  sameJson(sent, textAt(known, 'code')) || isWithin(sent, known)

const knownFor = (order: unknown, field: string): unknown =>
  ({
    order_type_code: at(order, 'order_type'),
    loan_type_code: at(order, 'loan', 'loan_type'),
    add_on_codes: listAt(order, 'loan', 'add_ons').map((row) => textAt(row, 'code')),
    add_ons: at(order, 'loan', 'add_ons'),
  })[field] ?? got(order, field)

/** Whether a name is sent that no borrower of that role has: which of them a row is about, its place does not say. */
const changedName = (call: Call, order: unknown): boolean =>
  listAt(call.sent, 'borrowers').some((row) => {
    const given = ['role', 'first_name', 'last_name'].filter((name) => at(row, name) !== undefined)
    const isOf = (known: unknown): boolean => given.every((name) => at(row, name) === at(known, name))
    return given.some((name) => name !== 'role') && !listAt(order, 'borrowers').some(isOf)
  })

const fixedFault = (call: Call, journal: Journal): Fault | true | null => {
  const order = orderBefore(journal, call)
  if (order === undefined || call.sent === undefined) return null
  const changed = fixedFields.find((field) => {
    const sent = got(call.sent, field)
    const placed = got(placedWith(journal).get(call.ids['order_id']!), field)
    return sent !== undefined && !isSameCode(sent, knownFor(order, field)) && !isWithin(sent, placed)
  })
  if (changed !== undefined) return { expected: 'what can be amended', received: changed }
  return changedName(call, order) ? { expected: 'what can be amended', received: "a borrower's name" } : true
}

const isAmendRefused = ({ operation, status, sent, received }: Call): boolean =>
  operation === 'amendOrder' &&
  status === 403 &&
  sent !== undefined &&
  textAt(received, 'code') === 'action_not_permitted_for_client'

/** Amendments and messages, by the client and the order. */
const askedFor = ({ calls, named }: Journal): Iterable<readonly Call[]> =>
  groupBy(
    calls.filter(
      ({ operation, client }) => (operation === 'amendOrder' || operation === 'sendMessage') && named.has(client),
    ),
    ({ client, ids }) => `${client} ${ids['order_id']}`,
  ).values()

const statusIn = (call: Call): string | null => textAt(call.received, 'status', 'code')

/** Whether what was raised says that an order left the status: then nobody takes it for one that rests there. */
const isEndOf = (code: string, raised: unknown): boolean =>
  textAt(raised, 'data', 'previous_status', 'code') === code && textAt(raised, 'data', 'status', 'code') !== code

const readsAgain = (rule: string, code: string): ClientRule => ({
  rule,
  shownBy: `order at \`${code}\``,
  toTry:
    code === 'off_hold'
      ? 'Hold an order, resume it, let the client read it at once, and move the clock on by some minutes.'
      : 'Cancel an order, reactivate it at the control port, let the client read it at once, and move the clock on by some minutes.',
  toChange: `Read the order again after \`${code}\`, until it shows another status.`,
  judge(journal, seen) {
    /** By client and order, the last answer that shows the status, and that no read followed. */
    const resting = new Map<string, Map<string, Call>>()
    for (const call of journal.calls) {
      const order = call.ids['order_id'] ?? textAt(call.received, 'id')
      const ofClient = resting.get(call.client) ?? new Map<string, Call>()
      const read = call.operation === 'listOrders' ? [...ofClient.keys()] : call.operation === 'getOrder' ? [order] : []
      for (const id of read) {
        const shown = ofClient.get(id ?? '')
        if (shown === undefined) continue
        seen.occasion(shown, call)
        ofClient.delete(id!)
      }
      for (const row of call.operation === 'listEvents' ? listAt(call.received, 'data') : [])
        if (isEndOf(code, row)) ofClient.delete(textAt(row, 'order_id') ?? '')
      if (typeof order !== 'string' || !isSuccess(call) || statusIn(call) !== code) continue
      resting.set(call.client, ofClient.set(order, call))
    }
    for (const [order, shown] of [...resting.values()].flatMap((ones) => [...ones])) {
      const isDelivered = journal.deliveries.some(
        ({ delivery: { json }, startedAt }) =>
          startedAt >= shown.startedAt && textAt(json, 'data', 'order_id') === order && isEndOf(code, json),
      )
      if (isDelivered) continue
      const later = after(journal, shown)
      if (later.length >= patience && later.some(({ clock }) => clock - shown.clock >= thresholds.restMs))
        seen.violation({ expected: 'the order read again', received: 'no read' }, shown)
    }
  },
})

export const orders = ruleGroup(
  'orders',
  [
    {
      rule: 'actions.client-gives-a-hold-reason',
      shownBy: 'hold',
      toTry: 'Let the client put an order on hold.',
      toChange: 'Send `reason` with a hold; the company and the appraiser see it.',
      judge({ calls }, seen) {
        const holds = calls.filter((call) => call.operation === 'holdOrder' && isBodyKnown(call))
        const given = holds.filter((call) => (textAt(call.sent, 'reason') ?? '').trim() !== '')
        if (given.length > 0) seen.occasion(...someOf(given))
        else if (holds.length > 0)
          seen.violation({ expected: 'a reason', received: 'absent', pointer: '/reason' }, ...holds.slice(0, 3))
      },
    },
    {
      rule: 'amend.client-cancels-and-reorders-for-fixed-fields',
      shownBy: 'amendment of an order that the journal shows',
      toTry: 'Let the client place an order and amend it.',
      toChange:
        'To change the property, a name, the product, the loan type or an add-on, cancel and place a new order.',
      judge: eachCall('amendOrder', fixedFault),
    },
    {
      rule: 'amend.client-asks-by-message-instead',
      shownBy:
        'amendment that was answered 403 `action_not_permitted_for_client`, and a message or another amendment after it',
      toTry: 'Use the credential of a lender that may not amend, and let the client amend an order.',
      toChange: 'When amendments are not permitted, ask for the change with a message.',
      judge(journal, seen) {
        for (const calls of askedFor(journal)) {
          const place = calls.findIndex(isAmendRefused)
          const refused = calls[place]
          if (refused === undefined) continue
          const next = calls
            .slice(place + 1)
            .find(
              (one) =>
                one.operation === 'sendMessage' ||
                (one.sent !== undefined && isInTurn(journal, one, refused) && !sameJson(one.sent, refused.sent)),
            )
          if (next?.operation === 'sendMessage') seen.occasion(refused, next)
          // Days later the company may permit it.
          else if (next !== undefined && next.startedAt - refused.endedAt < thresholds.promptMs)
            seen.violation({ expected: 'a message', received: 'another amendment' }, refused, next)
        }
      },
    },
    {
      rule: 'order.client-keys-records-on-id',
      shownBy: 'call for an order that the journal shows',
      toTry: 'Let the client place an order and read it.',
      toChange: 'Store `id`, and address the order by it; `order_number` is for display.',
      judge({ calls }, seen) {
        const numbers = new Set<string>()
        const ids = new Set<string>()
        for (const call of calls) {
          const used = call.ids['order_id']
          if (used !== undefined && numbers.has(used) && !ids.has(used))
            seen.violation({ expected: 'the id of the order', received: `the order number ${used}` }, call)
          else if (used !== undefined && ids.has(used)) seen.occasion(call)
          for (const row of [call.received, ...listAt(call.received, 'data')]) {
            const [id, number] = [textAt(row, 'id'), textAt(row, 'order_number')]
            if (id !== null && number !== null) {
              ids.add(id)
              numbers.add(number)
            }
          }
        }
      },
    },
    readsAgain('lifecycle.client-reads-again-after-off-hold', 'off_hold'),
    readsAgain('lifecycle.client-reads-again-after-reactivated', 'reactivated'),
    {
      rule: 'revisions.client-amends-loan-number-first',
      shownBy: 'revision request for an order that the journal shows',
      toTry: 'Advance an order to `report_complete`, and let the client open a correction.',
      toChange: 'Send `loan.number` by amendment before the revision request, where the order has none.',
      judge: eachCall('createRevisionRequest', (call, journal) => {
        const order = orderBefore(journal, call)
        if (order === undefined) return null
        const amended = firstAmended(journal).get(call.ids['order_id'] ?? '')
        const isAmended = amended !== undefined && placeOf(journal, amended) < placeOf(journal, call)
        // One that is taken had a number, which the company may have given it.
        if (isAmended || isSuccess(call) || textAt(order, 'loan', 'number') !== null) return true
        return { expected: 'a loan number on the order', received: 'none' }
      }),
    },
  ],
  ['request bodies', 'answer bodies'],
)
