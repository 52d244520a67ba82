// What only the company can do raises its events, with what was done in their data.
import { isDeepStrictEqual } from 'node:util'
import { companyEvents, reasonOfHold, reasonsOfResumes } from '../../scenarios/company-events.ts'
import { fieldIn, findEvent, seenEvent, seenInEvent, type SeenEvent, type Wanted } from '../../steps/events-of.ts'
import { changesOf, changesTo } from '../../steps/change-events.ts'
import { possiblePreviousStatuses } from '../../steps/possible-previous-statuses.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { notTested, type Inconclusive } from '../../evidence/inconclusive.ts'
import { expectSent, sentRules } from '../../steps/expect-sent.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { not, oneOf } from '../../evidence/expected.ts'
import { apartMs, isFine } from '../../contract/same-instant.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'

type Row = { raised: string[]; data?: { pointer: string; rule: string; is: unknown } }

const byRequest: Row = {
  raised: ['events.due-date-changed-is-raised-by-a-moved-date'],
  data: { pointer: '/requested_by', rule: 'events.due-date-changed-by-request-names-the-lender', is: 'lender' },
}

const later = { raised: ['events.document-added-is-raised-by-a-later-file'] }

/** By the name of what happened: the rules that its event is raised, and of what it says. */
const rows: Record<string, Row> = {
  'assign without sharing': {
    raised: ['events.assigned-always-fires', 'events.assigned-is-raised-by-an-assignment'],
    data: { pointer: '/appraiser', rule: 'events.assigned-appraiser-is-null-when-not-shared', is: null },
  },
  'another appraiser assigned': { raised: ['events.assigned-is-raised-by-another-assignment'] },
  'appraiser changed without sharing': {
    raised: ['events.assigned-is-raised-by-another-assignment'],
    data: { pointer: '/appraiser', rule: 'events.assigned-appraiser-is-null-when-not-shared', is: null },
  },
  'message of the manager': { raised: ['events.message-posted-is-raised-by-the-company'] },
  'message of the appraiser': { raised: ['events.message-posted-is-raised-by-the-appraiser'] },
  'fee changed': { raised: ['events.fee-changed-is-raised-by-a-changed-fee'] },
  'fee changed again': { raised: ['events.fee-changed-is-raised-by-a-changed-fee'] },
  'fee waived': { raised: ['events.fee-changed-is-raised-by-a-changed-fee'] },
  'fee changed back': { raised: ['events.fee-changed-is-raised-by-a-changed-fee'] },
  'fee quoted': { raised: ['events.fee-changed-is-raised-by-a-first-quote'] },
  'due date moved unasked': {
    raised: ['events.due-date-changed-is-raised-by-a-moved-date'],
    data: { pointer: '/requested_by', rule: 'events.due-date-changed-by-the-company-names-it', is: 'company' },
  },
  'due date accepted': byRequest,
  'due date accepted again': byRequest,
  'due date moved after a request': {
    raised: ['events.due-date-changed-is-raised-by-a-moved-date'],
    data: { pointer: '/requested_by', rule: 'events.due-date-changed-by-the-company-names-it', is: 'company' },
  },
  'another due date accepted': { raised: ['events.due-date-changed-is-raised-by-a-moved-date'] },
  'due date moved back': { raised: ['events.due-date-changed-is-raised-by-a-moved-date'] },
  'report delivered': {
    raised: ['events.completed-is-raised-by-a-delivered-report'],
    data: { pointer: '/revision', rule: 'events.completed-revision-is-false-for-a-first-report', is: false },
  },
  'later file later-one.pdf': later,
  'later file later-two.pdf': later,
  'correction accepted': { raised: ['events.revision-responded-is-raised-by-an-acceptance'] },
  'correction answered': { raised: ['events.revision-responded-is-raised-by-an-answer'] },
  'correction declined': { raised: ['events.revision-responded-is-raised-by-a-refusal'] },
  'correction opened in the portal': { raised: ['revisions.correction-raises-revision-requested'] },
  'reconsideration opened in the portal': { raised: ['revisions.reconsideration-raises-revision-requested'] },
  'portal order': { raised: ['events.created-is-raised-by-a-portal-order'] },
  'hold by the company': { raised: ['events.on-hold-is-raised-by-the-company-too'] },
  'resume by the company': { raised: ['events.resumed-is-raised-by-the-company-too'] },
  'cancel of a held order': { raised: ['lifecycle.company-cancel-raises-order-cancelled'] },
}

/** The rules of what an event says of the value it changed, by field. */
const shown: Record<string, string> = {
  due_date: 'events.due-date-changed-has-due-date',
  previous_due_date: 'events.due-date-changed-has-previous-due-date',
  appraisal_fee: 'events.fee-changed-has-appraisal-fee',
  previous_appraisal_fee: 'events.fee-changed-has-previous-appraisal-fee',
  lender_reference: 'events.created-has-lender-reference',
  revision_request_id: 'events.revision-responded-has-revision-request-id',
  'revision_request/kind': 'events.revision-requested-has-revision-request',
  'revision_request/reason': 'events.revision-requested-has-revision-request',
  'message/body': 'events.message-posted-has-message',
  'message/recipient': 'messages.message-to-the-lender-has-recipient-lender',
}

const back = 'actions.resume-restores-the-status-held-before'

/** The change that ended `off_hold` after the last resume, and the status of work that the hold was made in, where both were shown. */
const afterResume = (events: readonly SeenEvent[]) => {
  const resumed = events.findLast(({ type }) => type === 'order.resumed')
  const holds = changesTo(events, 'on_hold').filter(({ id }) => resumed !== undefined && id < resumed.id)
  const held = holds.findLast((event) => fieldIn(event, 'previous_status') !== 'off_hold')
  const after = changesOf(events).filter(({ id }) => resumed !== undefined && id > resumed.id)
  const left = after.find((event) => fieldIn(event, 'status') !== 'off_hold')
  const settled = left && fieldIn(left, 'previous_status') === 'off_hold' ? left : undefined
  return held && settled && { settled, before: fieldIn(held, 'previous_status') }
}

const assigned = 'events.assigned-has-assigned-at'

/** The last appraiser is assigned later than the first; times that are cut to the second do not show it. */
const expectAssignedLater = ({ expect }: CheckContext, events: readonly SeenEvent[]): void => {
  const all = events.filter(({ type }) => type === 'order.assigned')
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last || Date.parse(last.createdAt) - Date.parse(first.createdAt) <= apartMs) return
  const at = first.data['assigned_at']
  if (isFine(at)) expect(assigned).that(seenInEvent(last, '/assigned_at'), (later) => later !== at, not(at))
}

const ofHold = 'events.on-hold-reason-is-the-one-given'

/** The last hold of the company is without a reason, and has none of those before, be they of holds or of resumes. */
const expectOwnReason = ({ expect }: CheckContext, events: readonly SeenEvent[]): void => {
  const holds = events.filter(({ type }) => type === 'order.on_hold')
  const reasons = holds.map(({ data }) => data['reason'])
  const sources = holds.map(({ source }) => ({ id: source }))
  const ofResumes: readonly unknown[] = reasonsOfResumes
  const isBorrowed = (one: unknown, index: number): boolean => reasons.indexOf(one) < index || ofResumes.includes(one)
  const repeated = reasons.filter((one, index) => typeof one === 'string' && isBorrowed(one, index))
  if (holds.length > 1 && reasons.includes(reasonOfHold)) expect(ofHold).equal(computedFrom(repeated, ...sources), [])
}

const visible = 'events.status-changed-is-raised-by-a-visible-change'
const delivered = new Set(['report_complete', 'revised_report_complete'])

/** A decline may lead the order back to the status of a delivered report, which is a change like any other. */
const expectNoSilentReturn = ({ expect }: CheckContext, events: readonly SeenEvent[], decline: SeenEvent): void => {
  const next = possiblePreviousStatuses(events).find(({ event }) => event.id > decline.id)
  if (!next) return
  const isSilent = delivered.has(next.left) && !next.possible.includes(next.left)
  expect(visible).that(seenInEvent(next.event, '/previous_status/code'), () => !isSilent, oneOf(next.possible))
}

const wantedIn = (events: readonly SeenEvent[], { type, fits = () => true }: Wanted): SeenEvent[] =>
  events.filter((event) => event.type === type && fits(event.data, event))

export default check({
  id: 'events.company-moves-raise-their-events',
  verifies: [
    ...new Set(Object.values(rows).flatMap(({ raised, data }) => [...raised, ...(data ? [data.rule] : [])])),
    ...new Set(Object.values(shown)),
    ...sentRules,
    assigned,
    ofHold,
    visible,
    back,
  ],
  needs: ['orders', 'control'],
  async run(context) {
    const { expect, shared } = context
    if (!context.receiver) expect(sentRules).notTested('webhook-not-ours')
    const { companyActions, events } = await shared(companyEvents)
    let stopped: Inconclusive | null = null
    const covered = new Set<string>()
    for (const { name, orderId, wanted, says, stopped: why } of companyActions) {
      const row = rows[name]
      if (!row || why) {
        stopped ??= why
        continue
      }
      const all = events.get(orderId) ?? []
      const held = expect(row.raised).equal(seenEvent(all, wanted), wanted.type)
      // Of several that fit, the one that says all of it rightly is the one.
      const isRight = (one: SeenEvent): boolean =>
        Object.entries(says).every(([field, value]) => isDeepStrictEqual(seenInEvent(one, `/${field}`).value, value))
      const event = wantedIn(all, wanted).find(isRight) ?? findEvent(all, wanted)
      if (event) await expectSent(context, event)
      if (name === 'appraiser changed without sharing') expectAssignedLater(context, all)
      if (name === 'correction declined' && event) expectNoSilentReturn(context, all, event)
      if (name === 'cancel of a held order') expectOwnReason(context, all)
      for (const [field, value] of event ? Object.entries(says) : []) {
        covered.add(shown[field]!)
        expect(shown[field]!).equal(seenInEvent(event!, `/${field}`), value)
      }
      const resumed = name === 'resume by the company' ? afterResume(all) : undefined
      if (resumed) {
        covered.add(back)
        const { settled, before } = resumed
        const after = fieldIn(settled, 'status')
        const isBack = after === before || (await hasMovedSpontaneously(context, orderId, String(before), after))
        expect(back).that(seenInEvent(settled, '/status/code'), () => isBack, String(before))
      }
      // Of several assignments that are not shared none shows a name.
      const same = name.endsWith('without sharing') ? wantedIn(all, wanted) : [event]
      for (const one of held && row.data ? same : [])
        if (one) expect(row.data!.rule).equal(seenInEvent(one, row.data!.pointer), row.data!.is)
    }
    if (stopped) throw stopped
    expect([assigned, ofHold, visible]).notTested('no-company-event')
    if (![back, ...Object.values(shown)].every((rule) => covered.has(rule))) throw notTested('no-company-event')
  },
})
