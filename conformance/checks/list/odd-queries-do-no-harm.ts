// Parameters sent twice, empty, unknown or with texts that nobody means make no list fail.
import { oddTexts } from '../../generate/odd-texts.ts'
import { grandWalk, type GrandWalk } from '../../scenarios/grand-walk.ts'
import { askAll, askOddly, drawn, unforeseen, unusable, type Oddity } from '../../steps/ask-oddly.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { unknownLike } from '../../steps/unknown-id.ts'
import { queryParameters } from '../../contract/query-parameters.ts'
import type { Answered } from '../../evidence/exchange.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'

const plainValues: Record<string, string> = {
  page: '1',
  per_page: '2',
  status: 'new',
  updated_since: '2026-01-01T00:00:00Z',
  order_number: 'A-1',
  lender_reference: 'none',
  has_adu: 'true',
  report_format: 'uad_2_6',
  after: 'evt_0',
  type: 'order.created',
  order_id: 'ord_0',
  delivery_status: 'failed',
}

const listOf = (operation: string, { orders }: GrandWalk) =>
  /^list(Messages|Documents|RevisionRequests)$/.test(operation) ? { params: { order_id: orders.fresh } } : {}

/** Each parameter of each list, twice. */
const doubled = (walk: GrandWalk): Oddity[] =>
  [...queryParameters()].flatMap(([operation, names]) =>
    names.map((name) => ({
      what: `${name} twice`,
      rule: unforeseen,
      operation,
      options: {
        ...listOf(operation, walk),
        query: { [name]: plainValues[name] ?? 'x' },
        search: `${name}=${plainValues[name] ?? 'x'}`,
      },
    })),
  )

/** One of each list that has filters; of the others some. */
const always = new Set(['status twice', 'has_adu twice', 'type twice'])

const isPaging = ({ what }: Oddity): boolean => what.includes('page')

const odd = (operation: string, name: string, text: keyof typeof oddTexts): Oddity => ({
  what: `${name} that is ${text}`,
  rule: unforeseen,
  operation,
  options: { query: { [name]: oddTexts[text] } },
})

const strange = (context: CheckContext): Oddity[] => [
  odd('listOrders', 'lender_reference', 'U+0000'),
  odd('listEvents', 'order_id', 'U+0000'),
  ...drawn(
    context,
    (['status', 'order_number', 'lender_reference'] as const).flatMap((name) =>
      (['too long', 'odd letters', 'a quote'] as const).map((text) => odd('listOrders', name, text)),
    ),
    1,
  ),
]

const nothing = (answer: Answered): boolean => entriesAt(answer, '/data').length === 0

const unknownValues = ({ orders }: GrandWalk): Oddity[] => {
  const empty = (answer: Answered) => (nothing(answer) ? 'matches-nothing' : null)
  const filter = (name: string, value: string, freedom: string, taken: Oddity['taken']): Oddity => ({
    what: `${name} that nothing has`,
    rule: unusable,
    operation: 'listEvents',
    options: { query: { [name]: value, per_page: 1 } },
    freedom,
    taken: taken!,
  })
  return [
    filter('type', 'order.painted', 'feed.unknown-type-filter', empty),
    filter('delivery_status', 'painted', 'feed.unknown-delivery-status-filter', empty),
    filter('order_id', unknownLike(orders.fresh), 'feed.other-order-filter', empty),
    filter('after', 'evt_zzzzzzzzzzzzzzzzzzzzzzzzzz', 'feed.unknown-cursor', (answer) =>
      nothing(answer) ? 'by-position' : 'from-the-start',
    ),
  ]
}

const statusesIn = (answer: Answered): unknown[] =>
  entriesAt(answer, '/data').map(({ status }) => (status as { code?: unknown } | undefined)?.code)

/** What the filters of the walk's own orders mean in other spellings. */
const meanings = ({ mark, left, orders }: GrandWalk): Oddity[] => {
  const [one, other] = [left.fresh, left.held].map((order) => String(order && fieldAt(order, '/status/code')))
  // A list may be behind: only what it showed before is missing from a later answer.
  let isListed = false
  const found = (answer: Answered): unknown[] => {
    const statuses = statusesIn(answer)
    isListed ||= statuses.length > 0
    return statuses
  }
  return [
    {
      what: 'two values of status',
      rule: unforeseen,
      operation: 'listOrders',
      options: { query: { lender_reference: mark, status: one }, search: `status=${other}` },
      freedom: 'conventions.repeated-query-parameters',
      taken: (answer) => {
        const statuses = found(answer)
        if (one === other) return null
        if (statuses.includes(one) && statuses.includes(other)) return 'joined'
        if (statuses.includes(one)) return 'first'
        return statuses.includes(other) ? 'last' : null
      },
    },
    {
      what: 'an unknown parameter',
      rule: unforeseen,
      operation: 'listOrders',
      options: { query: { lender_reference: mark, colour: 'blue' } },
      freedom: 'conventions.unknown-query-parameters',
      taken: (answer) => (found(answer), 'ignored'),
    },
    {
      what: 'an empty status',
      rule: unforeseen,
      operation: 'listOrders',
      options: { query: { lender_reference: mark }, search: 'status=' },
      freedom: 'conventions.empty-query-values',
      taken: (answer) => {
        if (found(answer).length > 0) return 'not-sent'
        return isListed ? 'matches-empty' : null
      },
    },
    {
      what: 'two types with a comma',
      rule: unforeseen,
      operation: 'listEvents',
      options: { query: { order_id: orders.held, type: 'order.created,order.on_hold' } },
      freedom: 'feed.type-lists',
      // An order without events yet shows nothing of it.
      taken: (answer) => (nothing(answer) ? null : 'comma-lists'),
      refused: 'single-value',
    },
  ]
}

/** Whether other forms of an instant are read than the one of the contract. */
const instants = async (context: CheckContext): Promise<void> => {
  const ask = (what: string, updated_since: string) =>
    askOddly(context, {
      what,
      rule: unusable,
      operation: 'listOrders',
      options: { query: { updated_since, per_page: 1 } },
    })
  const bare = await ask('an instant without an offset', '2026-01-01T00:00:00')
  const offset = await ask('an instant with another offset', '2026-01-01T02:00:00+02:00')
  const freedom = 'list.updated-since-forms'
  if (succeeded(bare)) context.recordReading(freedom, 'lenient', bare)
  else if (succeeded(offset)) context.recordReading(freedom, 'any-offset', bare, offset)
  else if ([400, 422].includes(offset.response.status)) context.recordReading(freedom, 'utc-only', offset)
}

export default check({
  id: 'list.odd-queries-do-no-harm',
  verifies: [unusable, unforeseen],
  needs: ['orders'],
  async run(context) {
    const walk = await context.shared(grandWalk)
    const twice = doubled(walk)
    const first = twice.filter(({ what }) => always.has(what))
    const others = twice.filter(({ what }) => !always.has(what))
    await askAll(context, [
      ...first,
      ...drawn(
        context,
        others.filter((one) => !isPaging(one)),
        1,
      ),
      ...drawn(context, others.filter(isPaging), 1),
    ])
    await askAll(context, [...strange(context), ...unknownValues(walk), ...meanings(walk)])
    await instants(context)
  },
})
