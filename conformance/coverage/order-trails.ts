// Follows every order through the exchanges that name it: the moves it made, and the actions its status refused.
import { orderIn } from '../evidence/plain-path.ts'
import { actionKey, type Action, type RevisionKind } from '../model/actions.ts'
import { at, listAt, textAt } from '../model/body.ts'
import { createCoverage, createTrail, recordMove, recordRefusal, type Coverage, type Trail } from '../model/coverage.ts'
import type { Graph } from '../model/graph.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'

/** `status` null: it may have moved since it was last seen. */
type Followed = Trail & { status: string | null; previous: string | null }

type OrderTrails = {
  saw(exchange: Answered): void
  /** A request to the control port: the order it names may have moved, and after time has passed one in review too. */
  companyActed(path: string): void
  readonly coverage: Coverage
}

const changing = new Set(['sendMessage', 'uploadDocument'])

const revisionOf = (request: unknown): Action => {
  const acknowledged = Object.values((at(request, 'acknowledgements') ?? {}) as object).includes(true)
  const kind: RevisionKind = at(request, 'kind') === 'correction' ? 'correction' : 'reconsideration_of_value'
  return { do: 'revision', kind, acknowledgement: acknowledged ? 'both' : 'none' }
}

/** What the request asks of the order; null for one that moves nothing. */
const actionOf = ({ operation, request }: Answered): Action | null => {
  // Read where it says more than the operation: an upload has megabytes.
  const sent = () => (request.body === null ? null : jsonOf(request.body))
  if (operation === 'holdOrder') return { do: 'hold' }
  if (operation === 'resumeOrder') return { do: 'resume' }
  if (operation === 'cancelOrder') return { do: 'cancel' }
  if (operation === 'advanceOrder') return { do: 'advance', to: String(at(sent(), 'to_status')) }
  if (operation === 'createRevisionRequest') return revisionOf(sent())
  if (operation !== 'amendOrder') return null
  return {
    do: 'amend',
    field: at(sent(), 'loan', 'number') === undefined ? 'lender_reference' : 'loan.number',
    value: '',
  }
}

const revisionStatus = { correction: 'revision_requested', reconsideration_of_value: 'reconsideration_requested' }

/** Where an accepted action leads; null where it moves nothing. */
const targetOf = (action: Action, previous: string | null): string | null => {
  if (action.do === 'advance') return action.to
  if (action.do === 'hold') return 'on_hold'
  if (action.do === 'cancel') return 'cancelled'
  if (action.do === 'resume') return previous
  return action.do === 'revision' ? revisionStatus[action.kind] : null
}

const placeOf = ({ status, previous }: Pick<Followed, 'status' | 'previous'>): string =>
  status === 'on_hold' ? `on_hold<${previous}` : String(status)

export const createOrderTrails = (graph: Graph): OrderTrails => {
  const coverage = createCoverage()
  const orders = new Map<string, Followed>()
  const transitions = new Set(graph.transitions.map(({ id }) => id))
  const cells = new Set(graph.cells)

  /** Where an accepted move began that there is from one place alone, though the order may have moved on its own. */
  const onlyPlaceBefore = (key: string, to: string): string | null => {
    const [first, ...others] = graph.transitions.filter((one) => one.key === key && one.to === to)
    return first !== undefined && others.length === 0 ? first.from : null
  }

  const moved = (order: Followed, id: string): void => {
    if (transitions.has(id)) recordMove(coverage, order, id)
    else order.interrupted = true
  }

  const created = (body: unknown): void => {
    const [id, status] = [textAt(body, 'id'), textAt(body, 'status', 'code')]
    if (id === null || status === null || orders.has(id)) return
    const order = { ...createTrail(), status, previous: null }
    orders.set(id, order)
    moved(order, `create:${status === 'new' ? 'plain' : 'reviewed'} ${status}`)
  }

  const looked = (order: Followed, status: string): void => {
    // An order just resumed counts as where it is going; it is seen there in a moment.
    if (status === order.status || status === 'off_hold') return
    order.interrupted ||= order.status !== null
    order.status = status
  }

  const listed = (body: unknown): void => {
    for (const item of listAt(body, 'data')) {
      const order = orders.get(textAt(item, 'id') ?? '')
      const status = textAt(item, 'status', 'code')
      if (order && status !== null) looked(order, status)
    }
  }

  const refused = (order: Followed, action: Action, body: unknown): void => {
    const status = textAt(body, 'current_status') ?? order.status
    if (status === null) return
    const key = actionKey(action)
    if (cells.has(`${status} × ${key}`)) recordRefusal(coverage, status, key)
    order.interrupted = true
    looked(order, status)
  }

  const accepted = (order: Followed, action: Action, body: unknown): void => {
    const from = { status: order.status, previous: order.previous }
    const held = textAt(body, 'previous_status', 'code')
    if (held !== null && (action.do === 'hold' || action.do === 'cancel') && held !== 'off_hold') from.status = held
    const to = targetOf(action, order.previous)
    if (to === null) {
      order.interrupted = true
      order.status = action.do === 'resume' ? null : order.status
      return
    }
    order.previous = action.do === 'hold' || action.do === 'cancel' ? from.status : null
    order.status = to
    if (from.status === null) order.interrupted = true
    const place = from.status === null ? onlyPlaceBefore(actionKey(action), to) : placeOf(from)
    if (place !== null) moved(order, `${place} ${actionKey(action)} ${placeOf(order)}`)
  }

  return {
    coverage,
    saw(exchange) {
      const { operation, request, response } = exchange
      const body = jsonOf(response.body)
      const done = response.status >= 200 && response.status < 300
      if (operation === 'createOrder' && done) return created(body)
      if (operation === 'listOrders' && done) return listed(body)
      const order = orders.get(orderIn(request.url) ?? '')
      if (!order || operation === null) return
      const action = actionOf(exchange)
      const status = textAt(body, 'status', 'code')
      if (action === null) {
        if (done && changing.has(operation)) order.interrupted = true
        if (done && operation === 'getOrder' && status !== null) looked(order, status)
      } else if (done) accepted(order, action, body)
      else if (response.status === 409 || response.status === 422) refused(order, action, body)
    },
    companyActed(path) {
      for (const [id, order] of orders) {
        if (!path.includes(id) && (path !== '/clock/advance' || order.status !== 'pending_review')) continue
        order.status = null
        order.interrupted = true
      }
    },
  }
}
