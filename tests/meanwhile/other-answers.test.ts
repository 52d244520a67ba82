// An answer that is not the one that a check looks for shows neither that the rule holds nor a reading.
import t from 'tap'
import type { RuleOutcome } from '../../reports/run-record.ts'
import type { JudgedRun } from '../judge-target.ts'
import { judgeBusy, type Busy } from './busy-target.ts'

const outcomeOf = ({ events }: JudgedRun, rule: string): RuleOutcome | undefined =>
  events
    .flatMap((event) => (event.type === 'check-finished' ? (event.outcomes ?? []) : []))
    .find((outcome) => outcome.rule === rule)

t.test('a setting that is taken has no reading of a refusal', async (t) => {
  const options = { defect: 'webhook-secret-of-any-length' }
  const { events } = await judgeBusy(t, { options }, 'webhooks.unusable-settings-are-refused')
  const readings = events.flatMap((event) =>
    event.type === 'reading' && event.freedom === 'webhooks.bad-value-status' ? [event.reading] : [],
  )
  t.strictSame(readings, ['validation-failed-422'])
})

t.test('a failure is no refusal of a borrower without contacts', async (t) => {
  let failed = 0
  const busy: Busy = {
    answer({ name, body }, _reply, response) {
      const isFirst = name === 'POST /orders' && /"borrowers":\[\{"role":"co_borrower"/.test(body.toString())
      if (!isFirst) return false
      failed += 1
      const answer = { code: 'internal_error', message: 'It failed.', correlation_id: `failed-${failed}` }
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      return true
    },
  }
  const judged = await judgeBusy(t, busy, 'create.odd-bodies-do-no-harm')
  t.ok(failed > 0)
  t.match(outcomeOf(judged, 'create.borrower-contacts-required'), { verdict: 'not-tested' })
})

t.test('a time that cannot be read does not show that it moved', async (t) => {
  let accepted = false
  const busy: Busy = {
    after({ name, order }, { body }) {
      if (name !== `GET /orders/${order}`) return undefined
      const { dates, ...rest } = body as { dates: Record<string, unknown>; status: { code: string } }
      // Read once before the company answers, while it is held.
      if (!accepted) return void (accepted = rest.status.code === 'on_hold')
      return { ...rest, dates: { ...dates, updated_at: 'soon' } }
    },
  }
  const judged = await judgeBusy(t, busy, 'amend.accepted-due-date-is-the-orders')
  t.ok(accepted)
  t.match(outcomeOf(judged, 'amend.accepted-due-date-becomes-the-orders'), { verdict: 'pass' })
  t.match(outcomeOf(judged, 'order.updated-at-moves-with-a-date'), { verdict: 'inconclusive' })
})

/** Refuses those texts, and, where it does not permit them, every revision request. */
const refusing = ({ permitsRequests }: { permitsRequests: boolean }): { busy: Busy; refused: () => number } => {
  let refused = 0
  const busy: Busy = {
    answer({ name, body }, { headers }, response) {
      const isText = /^POST \/orders\/[^/]+\/documents$/.test(name) && body.includes('front + back.txt')
      const isOff = !permitsRequests && /^POST \/orders\/[^/]+\/revision-requests$/.test(name)
      if (!isText && !isOff) return false
      refused += 1
      const { 'content-length': _length, ...others } = headers
      const code = isOff ? 'action_not_permitted_for_client' : 'unsupported_media_type'
      const answer = { code, message: 'Not this.', correlation_id: `refused-${refused}` }
      response.writeHead(isOff ? 403 : 415, others).end(JSON.stringify(answer))
      return true
    },
  }
  return { busy, refused: () => refused }
}

t.test('what is refused twice leaves each rule with its own reason', async (t) => {
  const judged = await judgeBusy(t, refusing({ permitsRequests: false }).busy, 'documents.upload-sent-twice-is-two')
  const of = (rule: string) => outcomeOf(judged, rule)
  t.match(of('documents.upload-sent-twice-is-two-documents'), { verdict: 'inconclusive', reason: /415/ })
  const request = of('revisions.request-sent-twice-is-two-requests')
  t.match(request, { verdict: 'not-applicable', reason: /createRevisionRequest/ })
})

t.test('an upload that is refused leaves the requests that were sent twice judged', async (t) => {
  const { busy, refused } = refusing({ permitsRequests: true })
  const judged = await judgeBusy(t, busy, 'documents.upload-sent-twice-is-two')
  t.ok(refused() > 0)
  t.match(outcomeOf(judged, 'documents.upload-sent-twice-is-two-documents'), { verdict: 'inconclusive' })
  for (const rule of ['revisions.request-sent-twice-is-two-requests', 'idempotency.key-means-nothing-to-other-writes'])
    t.match(outcomeOf(judged, rule), { verdict: 'pass' }, rule)
})

t.test('who read the feed on to nothing new read nothing on', async (t) => {
  const id = 'feed.forward-reader-misses-nothing'
  const rule = 'feed.reading-forward-skips-nothing'
  t.match(outcomeOf(await judgeBusy(t, {}, id), rule), { verdict: 'not-tested', reason: /^no event was raised/ })
  let [order, reads] = ['', 0]
  const busy: Busy = {
    async before({ name, query }, company) {
      if (name !== 'GET /events' || query.has('order_id') || (reads += 1) !== 2) return
      await company('POST', `/orders/${order}/messages`, { from: 'manager', subject: 'News', body: 'It rains.' })
    },
    after({ name }, { status, body }) {
      if (name === 'POST /orders' && status === 201) order = (body as { id: string }).id
    },
  }
  t.match(outcomeOf(await judgeBusy(t, busy, id), rule), { verdict: 'pass' })
})
