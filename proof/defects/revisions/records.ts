// Defects of the records of revision requests: their status, fields and list.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation, Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

/** The list of requests shows only some of them. */
const listed = (shown: (requests: Wire[]) => Wire[]): Mutation =>
  op.edit('listRevisionRequests', (body) => {
    const left = shown(body['data'] as Wire[])
    Object.assign(body, { data: left, total: left.length, total_pages: Math.min(left.length, 1) })
  })

const moved = (from: string, to: string): Mutation =>
  op.falsify('listRevisionRequests', 'data.*.status', (status) => (status === from ? to : status))

const hourBefore = (at: string): string => new Date(Date.parse(at) - 3_600_000).toISOString()

export const revisionsRecords: readonly Defect[] = rows({
  'second-request-completes-the-first': {
    breaks: 'revisions.request-completes-by-a-revised-report-alone',
    bug: 'A request that is opened while another one is open closes that one as completed.',
    deep: 'only of a second request',
    apply: op.together(
      op.replace('revisions.superseded', 'completed'),
      op.accept('revisions.mayMove', (_from, to) => to === 'completed'),
    ),
  },
  'revision-request-names-the-order-number': {
    breaks: 'revisions.record-has-order-id',
    bug: 'The order is named by its number.',
    apply: op.falsify('present.revisionRequest', 'order_id', (id) => String(id).replace('ord_', '')),
  },
  'every-request-is-a-correction': {
    breaks: 'revisions.record-has-kind',
    bug: 'Every request is shown as a correction.',
    apply: op.falsify('present.revisionRequest', 'kind', 'correction'),
  },
  'reason-of-a-request-cut': {
    breaks: 'revisions.record-has-reason',
    bug: 'The reason is cut to twelve characters.',
    apply: op.respell('present.revisionRequest', 'reason', (reason) => reason.slice(0, 12)),
  },
  'reason-of-a-request-in-three-bytes': {
    breaks: 'revisions.record-has-reason',
    bug: 'The reason is kept in a column of three bytes a letter, and a letter of four becomes a question mark.',
    deep: 'only for letters beyond the first 65,536',
    apply: op.respell('present.revisionRequest', 'reason', (reason) =>
      reason.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'),
    ),
  },
  'second-request-shows-the-first-reason': {
    breaks: 'revisions.record-has-reason',
    bug: 'The reason is kept with the order, so that every later request of it shows that of the first.',
    deep: 'only from the second request on',
    apply: op.staleAt('present.revisionRequest', 'reason', ({ order_id }) => order_id),
  },
  'request-opened-in-local-time': {
    breaks: 'revisions.created-at-is-when-it-was-opened',
    bug: 'The time at which a request was opened is taken in local time, and written as UTC.',
    apply: op.respell('present.revisionRequest', 'created_at', hourBefore),
  },
  'request-updated-in-local-time': {
    breaks: 'revisions.updated-at-is-not-before-created-at',
    bug: 'The time of the last change of a request is taken in local time, and written as UTC.',
    apply: op.respell('present.revisionRequest', 'updated_at', hourBefore),
  },
  'latest-response-alone': {
    breaks: 'revisions.record-has-responses-array',
    bug: 'The responses are the latest one, or null.',
    apply: op.retype('present.revisionRequest', 'responses', (all) => (all as unknown[]).at(-1) ?? null),
  },
  'request-answers-itself': {
    breaks: 'revisions.responses-are-empty-at-creation',
    bug: 'A note that the request was received counts as a response.',
    apply: op.falsify('createRevisionRequest', 'responses', [
      { id: 'msg_received', body: 'We have received your request.' },
    ]),
  },
  'request-begins-with-earlier-responses': {
    breaks: 'revisions.responses-are-empty-at-creation',
    bug: 'A request is opened with the responses to the earlier ones of its order.',
    deep: 'only of a second request, after a response',
    apply: op.replace('revisions.initialResponses', (earlier) => earlier.flatMap(({ responses }) => responses)),
  },
  'request-starts-as-accepted': {
    breaks: 'revisions.request-starts-as-submitted',
    bug: 'A request is taken to be with the appraiser at once.',
    apply: op.set('revisions.initialStatus', 'accepted'),
  },
  'request-answered-in-an-envelope': {
    breaks: 'revisions.create-answers-with-the-request',
    bug: 'The answer to a revision request has the request inside an object.',
    apply: op.answer('createRevisionRequest', (given) =>
      given.status >= 400 ? given : { ...given, body: { revision_request: given.body } },
    ),
  },
  'accepted-request-looks-submitted': {
    breaks: 'revisions.request-with-the-appraiser-is-accepted',
    bug: 'The list shows the status at the time of the request.',
    deep: 'only after the company accepted',
    apply: moved('accepted', 'submitted'),
  },
  'declined-request-looks-completed': {
    breaks: 'revisions.request-not-taken-forward-is-declined',
    bug: 'Whatever is closed is shown as completed.',
    deep: 'only after the company declined',
    apply: moved('declined', 'completed'),
  },
  'decline-spreads-to-the-others': {
    breaks: 'revisions.declining-one-leaves-the-others',
    bug: 'A decline is kept with the order, and counts for every request that is still submitted.',
    deep: 'only with several open requests',
    apply: op.perTarget((declined = new Set<string>()) => [
      op.falsify('present.revisionRequest', 'status', (status, { order_id }) =>
        status === 'submitted' && declined.has(String(order_id)) ? 'declined' : status,
      ),
      op.note('events.revisionResponded', (_present, { order_id, status }) => {
        if (status === 'declined') declined.add(order_id)
      }),
    ]),
  },
  'acceptance-spreads-to-the-others': {
    breaks: 'events.revision-responded-is-raised-by-an-acceptance',
    bug: 'An acceptance is kept with the order, and counts for every request that is still submitted, of which nothing is raised.',
    deep: 'only with several open requests',
    apply: op.perTarget((accepted = new Map<unknown, number>()) => [
      op.falsify('present.revisionRequest', 'status', (status, { order_id, created_at }) =>
        status === 'submitted' && Date.parse(String(created_at)) < (accepted.get(order_id) ?? 0) ? 'accepted' : status,
      ),
      op.note('events.revisionResponded', (_present, { order_id, status, updated_at }) => {
        if (status === 'accepted') accepted.set(order_id, updated_at)
      }),
    ]),
  },
  'report-completes-declined-requests': {
    breaks: 'revisions.request-not-taken-forward-is-declined',
    bug: 'A revised report completes every request of its order, declined or not.',
    deep: 'only with a declined request beside others',
    apply: op.perTarget((revised = new Set<string>()) => [
      op.falsify('present.revisionRequest', 'status', (status, { order_id }) =>
        status === 'declined' && revised.has(String(order_id)) ? 'completed' : status,
      ),
      op.note('events.revisionResponded', (_present, { order_id, status }) => {
        if (status === 'completed') revised.add(order_id)
      }),
    ]),
  },
  'decline-hides-the-others': {
    breaks: 'revisions.declining-one-leaves-the-others',
    bug: 'Once one request is declined, the list leaves out those that wait beside it.',
    deep: 'only with several open requests',
    apply: listed((requests) =>
      requests.some(({ status }) => status === 'declined')
        ? requests.filter(({ status }) => status !== 'submitted')
        : requests,
    ),
  },
  'answered-request-looks-accepted': {
    breaks: 'revisions.request-completes-with-its-revised-report',
    bug: 'A revised report does not close the request that it answers.',
    deep: 'only after a revised report',
    apply: moved('completed', 'accepted'),
  },
  'second-round-stays-open': {
    breaks: 'revisions.request-completes-with-its-revised-report',
    bug: 'A revised report closes the first request of its order, and no later one.',
    deep: 'only from the second request on',
    apply: op.replace('revisions.answeredByReport', function (_order, requests) {
      return requests.filter((one) => this.isOpen(one) && one === requests.at(-1))
    }),
  },
  'oldest-open-request-completed': {
    breaks: 'revisions.request-completes-with-its-revised-report',
    bug: 'A revised report closes the first open request that it finds, the oldest, and leaves the one that asked for it.',
    deep: 'only with several open requests',
    apply: op.replace('revisions.answeredByReport', function (_order, requests) {
      return requests.filter((one) => this.isOpen(one)).slice(-1)
    }),
  },
  'accepted-request-is-left-open': {
    breaks: 'revisions.request-completes-with-its-revised-report',
    bug: 'A revised report completes what nobody accepted yet, and leaves the request that the appraiser has.',
    deep: 'only of a request that the company accepted',
    apply: op.wrap('revisions.stepsToCompletion', (steps, status) => (status === 'accepted' ? [] : steps)),
  },
  'second-revised-report-completes-nothing': {
    breaks: 'revisions.request-completes-with-its-revised-report',
    bug: 'A report that is revised again leaves the request that asked for it with the appraiser.',
    deep: 'only where an earlier request is completed',
    apply: op.wrap('revisions.answeredByReport', (answered, _order, requests) =>
      requests.some(({ status }) => status === 'completed') ? [] : answered,
    ),
  },
  'completed-requests-hidden': {
    breaks: 'revisions.list-shows-each-request',
    bug: 'The list shows a completed request only while it is the only one.',
    deep: 'only from the second request on',
    apply: listed((requests) =>
      requests.length > 1 ? requests.filter(({ status }) => status !== 'completed') : requests,
    ),
  },
  'newest-request-alone': {
    breaks: 'revisions.list-shows-each-request',
    bug: 'The list shows the newest request of an order alone.',
    deep: 'only from the second request on',
    apply: listed((requests) => requests.slice(0, 1)),
  },
  'earlier-response-hidden': {
    breaks: 'revisions.list-shows-responses',
    bug: 'Of the responses to a request the list shows the latest.',
    deep: 'only from the second response on',
    apply: op.falsify('present.revisionRequest', 'responses', (all) => (all as unknown[]).slice(-1)),
  },
  'refusal-not-among-the-responses': {
    breaks: 'revisions.list-shows-responses',
    bug: 'What a request is declined with goes into its event and not into its responses.',
    deep: 'only for a declined request',
    apply: op.edit('present.revisionRequest', (shown) => {
      if (shown['status'] === 'declined') shown['responses'] = []
    }),
  },
  'list-without-responses': {
    breaks: 'revisions.list-shows-responses',
    bug: 'The list leaves the responses to a read of their own, which there is not.',
    deep: 'only after a response',
    apply: op.falsify('listRevisionRequests', 'data.*.responses', []),
  },
})
