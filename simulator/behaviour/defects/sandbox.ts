// Defects that break rules of the area sandbox.
import { instead, replace, set, wrap } from '../operators/index.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import type { Raised } from '../../domain/decision.ts'
import { Refusal } from '../../domain/refusal.ts'
import { carriedOut } from './carried-out.ts'
import { dropAt, type Wire } from '../operators/edit-wire.ts'
import { refusals } from './refusals.ts'

type MayAdvance = Behaviour['lifecycle']['mayAdvance']

/** Answers some moves differently and leaves the rest to the table. */
const deciding = (decide: (...move: Parameters<MayAdvance>) => boolean | null): Defect['apply'] =>
  instead('lifecycle.mayAdvance', (usual, order, to) => decide(order, to) ?? usual(order, to))

const allows = (from: string, ...targets: string[]): Defect['apply'] =>
  deciding(({ status }, to) => (status.code === from && targets.includes(to) ? true : null))

const isAdvance = ({ message }: Refusal): boolean => /cannot be advanced to/.test(message)

/** Changes the events of orders of the sandbox. */
const rehearsed = (change: (raised: Raised) => Raised[]): Defect['apply'] =>
  instead('events.raised', (usual, decision) =>
    decision.order.account.endsWith(':sandbox') ? usual(decision).flatMap(change) : usual(decision),
  )

const served = set('wire.everywhere', ['advanceOrder'])

export const sandbox: readonly Defect[] = [
  {
    id: 'advances-go-both-ways',
    breaks: 'sandbox.advance-backwards-refused',
    bug: 'The table is read in both directions, so that every move can be taken back.',
    apply: ({ lifecycle }) => {
      const { mayAdvance, advanceTable } = lifecycle
      lifecycle.mayAdvance = function bothWays(order, to) {
        return (advanceTable[to] ?? []).includes(order.status.code) || mayAdvance.call(this, order, to)
      }
    },
  },
  {
    id: 'off-hold-advances-anywhere',
    breaks: 'sandbox.off-hold-advances-no-other-way',
    bug: 'The row of the status before the hold is not looked up, and an order at `off_hold` goes anywhere.',
    deep: 'only after a resume',
    apply: deciding(({ status }) => (status.code === 'off_hold' ? true : null)),
  },
  {
    id: 'reactivated-waits-for-the-company',
    breaks: 'sandbox.reactivated-advances-as-the-status-before',
    bug: 'A reactivated order cannot be advanced until it has moved on.',
    deep: 'only after a reactivation',
    apply: deciding(({ status }) => (status.code === 'reactivated' ? false : null)),
  },
  {
    id: 'advance-served-in-production',
    breaks: 'sandbox.advance-is-404-in-production',
    bug: 'The route of the advance is there in production too, where it is forbidden.',
    deep: 'only in production',
    apply: (behaviour) => {
      served(behaviour)
      const { access, wire } = behaviour
      const { authorization } = access
      access.authorization = function guarded(request, query) {
        const path = String(request.url)
        if (path.startsWith(`${wire.bases.production}/`) && path.endsWith('/advance'))
          throw new Refusal('action_not_permitted_for_client', 'Orders in production are not advanced.')
        return authorization.call(this, request, query)
      }
    },
  },
  {
    id: 'advance-without-target-goes-on',
    breaks: 'sandbox.advance-without-to-status-refused',
    bug: 'An advance that names no status goes to the next one of the table.',
    apply: ({ lifecycle, shapes }) => {
      shapes.advanceOrder = { ...shapes.advanceOrder, required: [] }
      const { mayAdvance, landsIn } = lifecycle
      lifecycle.mayAdvance = function next(order, to: string | undefined) {
        return to === undefined || mayAdvance.call(this, order, to)
      }
      lifecycle.landsIn = (order, to: string | undefined) =>
        to === undefined ? lifecycle.advanceTable[order.status.code]![0]! : landsIn(order, to)
    },
  },
  {
    id: 'advance-raises-no-change',
    breaks: 'sandbox.advance-raises-what-a-real-move-raises',
    bug: 'Advances raise no order.status_changed, as they are only tests.',
    also: [
      'events.status-changed-is-raised-by-a-visible-change',
      'events.status-changed-tells-the-status-taken',
      'sandbox.advance-to-assigned-raises-status-changed',
    ],
    apply: rehearsed((raised) => (raised.type === 'order.status_changed' ? [] : [raised])),
  },
  {
    id: 'advance-raises-a-sample',
    breaks: 'sandbox.advance-events-have-real-payloads',
    bug: 'The status before in order.status_changed is that of a sample payload.',
    also: ['events.status-changed-tells-the-status-left'],
    apply: rehearsed((raised) => [
      raised.type === 'order.status_changed'
        ? { ...raised, data: { ...raised.data, previous_status: { code: 'new', label: 'New Order' } } }
        : raised,
    ]),
  },
  {
    id: 'advance-signed-with-a-sample-secret',
    breaks: 'sandbox.advance-events-are-delivered-signed',
    bug: 'Reports delivered in the sandbox are announced with the signature of the sample secret.',
    deep: 'only one type of event',
    also: ['delivery.signature-is-keyed-with-the-secret'],
    apply: replace(
      'webhooks.secretFor',
      () => 'a-secret-of-the-sample-in-the-documentation',
      (_configuration, event) => event.type === 'order.completed' && event.account.endsWith(':sandbox'),
    ),
  },
  {
    id: 'refused-advance-is-a-conflict',
    breaks: 'sandbox.refused-advance-has-its-code',
    bug: 'A refused move has the general code of conflicts.',
    apply: refusals(isAdvance, (body) => {
      body['code'] = 'conflict'
    }),
  },
  {
    id: 'refused-advance-without-current-status',
    breaks: 'sandbox.refused-advance-has-current-status',
    bug: 'A refused move does not show the status of the order.',
    apply: refusals(isAdvance, (body) => dropAt(body, 'current_status')),
  },
  {
    id: 'refused-advance-names-where-it-is',
    breaks: 'sandbox.refused-advance-names-the-status-asked-for',
    bug: 'The details of a refused move name the status of the order, as those of other refusals do.',
    apply: refusals(isAdvance, (body) => {
      for (const detail of body['details'] as Wire[]) detail['value'] = body['current_status']
    }),
  },
  {
    id: 'refused-advance-is-done-all-the-same',
    breaks: 'sandbox.refused-advance-leaves-the-status',
    bug: 'The status is written before the move is refused, and not taken back.',
    deep: 'only after a refusal',
    apply: carriedOut('advance', { moves: true, raises: false }),
  },
  {
    id: 'refused-advance-is-announced',
    breaks: 'sandbox.refused-advance-raises-no-event',
    bug: 'The event of a move is raised before the move is refused.',
    deep: 'only after a refusal',
    apply: carriedOut('advance', { moves: false, raises: true }),
  },
  {
    id: 'revised-report-answers-nobody',
    breaks: 'sandbox.revised-report-raises-revision-responded',
    bug: 'A revised report closes the request without order.revision_responded, the report being the answer.',
    deep: 'only after a revision request',
    apply: wrap('events.raised', (all) =>
      all.some(({ type }) => type === 'order.completed')
        ? all.filter(({ type }) => type !== 'order.revision_responded')
        : all,
    ),
  },
  {
    id: 'off-hold-waits-for-the-company',
    breaks: 'sandbox.off-hold-advances-as-the-status-before',
    bug: 'An order just resumed cannot be advanced until it has moved on.',
    deep: 'only after a resume',
    apply: deciding(({ status }) => (status.code === 'off_hold' ? false : null)),
  },
  {
    id: 'reactivated-starts-over',
    breaks: 'sandbox.reactivated-advances-no-other-way',
    bug: 'A reactivated order is advanced as if it were new, backwards as well.',
    deep: 'only after a reactivation',
    apply: allows('reactivated', 'appraiser_assigned'),
  },
  {
    id: 'reconsidered-report-is-complete',
    breaks: 'sandbox.advance-puts-the-order-in-to-status',
    bug: 'A revised report leaves an order that was reconsidered at `report_complete`.',
    deep: 'only in reconsideration_requested',
    apply: replace('lifecycle.afterDeliveryOf', function afterDeliveryOf(order) {
      return this.effectiveStatus(order) === 'revision_requested' ? 'revised_report_complete' : 'report_complete'
    }),
  },
  {
    id: 'settling-undoes-an-advance',
    breaks: 'sandbox.advance-puts-the-order-in-to-status',
    bug: 'The end of off_hold is planned when an order is resumed, and takes one that was advanced meanwhile back.',
    deep: 'only when advanced in off_hold',
    apply: ({ lifecycle }) => {
      const { stillRests } = lifecycle
      lifecycle.stillRests = (order, rest) =>
        stillRests(order, rest) ||
        (rest.code === 'off_hold' && lifecycle.impliesAppraiser(order.status.code) && lifecycle.mayHold(order))
    },
  },
]
