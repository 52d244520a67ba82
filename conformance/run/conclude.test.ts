import t from 'tap'
import { recordedReason } from '../../reports/reasons/reason.ts'
import type { RunEvent } from '../../reports/run-record.ts'
import { reason } from '../evidence/inconclusive.ts'
import { check } from '../kit/check.ts'
import { parseProfile } from '../sut/profile.ts'
import { conclude, skip, type Ending } from './conclude.ts'
import { createEventStream } from '../kit/event-stream.ts'
import type { CheckResult } from '../engine/run-check.ts'
import { createSession } from '../engine/session.ts'

const profile = parseProfile({
  sandbox_base_url: 'http://127.0.0.1:9/sandbox/v1',
  credentials: { main: { client_id: 'cli_1', client_secret: 'a-client-secret' } },
})

const rule = 'list.orders-newest-first'
const one = check({ id: 'list.one', verifies: [rule], needs: [], run: async () => {} })
const other = check({ id: 'list.other', verifies: ['feed.holds-every-event'], needs: [], run: async () => {} })

const result = (
  verdict: CheckResult['verdict'],
  given: Partial<CheckResult> = {},
  judged: string = rule,
): CheckResult => ({
  ...skip(one, 'no-control-url'),
  verdict,
  outcomes: [{ rule: judged, verdict, reason: verdict === 'pass' ? null : 'it broke', compared: 1, requests: [] }],
  ...given,
})

const end = async (given: Partial<Ending> = {}) => {
  const events: RunEvent[] = []
  const { emit } = createEventStream([{ event: (event) => void events.push(event) }])
  const session = createSession({ run: 'a1b2c3d4', seed: 1, profile, emit, timeoutMs: 20_000 })
  const results = [result('pass')]
  const ended = conclude(session, { results, leftOut: [], missing: [], interrupted: false, require: 0, ...given })
  await session.close()
  const verdicts = new Map(events.flatMap((event) => (event.type === 'rule-judged' ? [[event.rule, event]] : [])))
  return { ended, verdicts }
}

t.test('a run that did what it planned and found nothing ends with 0', async (t) => {
  t.strictSame((await end()).ended, { outcome: 'complete', exit_code: 0, reason: null })
})

t.test('fewer checks than planned could not judge, and the first that is missing is named', async (t) => {
  const { ended } = await end({ missing: [other] })
  t.match(ended, { outcome: 'complete', exit_code: 2, reason: { code: 'fewer_checks_than_planned' } })
  t.match(ended.reason?.message, /^1 check ran, but 2 were planned; list\.other is the first/)
})

t.test('a broken rule outweighs what could not be judged', async (t) => {
  const { ended } = await end({ results: [result('fail')], missing: [other] })
  t.match(ended, { exit_code: 1, reason: null })
})

t.test('an error of a check leaves the verdict to the other rules, and is shown', async (t) => {
  const { ended, verdicts } = await end({ results: [result('pass', {}, 'feed.holds-every-event'), result('error')] })
  t.strictSame(ended, { outcome: 'complete', exit_code: 0, reason: null })
  t.match(verdicts.get(rule), { verdict: 'error', reason: 'it broke' })
  const both = await end({ results: [result('fail', {}, 'feed.holds-every-event'), result('error')] })
  t.equal(both.ended.exit_code, 1)
  const half = await end({ results: [result('pass', {}, 'feed.holds-every-event'), result('error')], require: 0.5 })
  t.match(half.ended, { exit_code: 2, reason: { code: 'too_little_judged' } }, '--require does not count it as judged')
})

t.test('a run that judged no rule has no verdict, whatever kept it from that', async (t) => {
  for (const verdict of ['error', 'inconclusive', 'not-tested'] as const) {
    const { ended } = await end({ results: [result(verdict)] })
    t.match(ended, { outcome: 'complete', exit_code: 2, reason: { code: 'nothing_judged' } }, verdict)
  }
  t.equal(
    (await end({ results: [result('not-tested')], isShard: true })).ended.exit_code,
    0,
    'of a part, the whole decides',
  )
})

t.test('a target that fell silent and too little judged are different reasons', async (t) => {
  const silent = [result('pass', {}, 'feed.holds-every-event'), result('inconclusive', { unanswered: true })]
  t.match((await end({ results: silent })).ended, { exit_code: 2, reason: { code: 'target_unanswered' } })
  t.match((await end({ require: 0.5 })).ended, { exit_code: 2, reason: { code: 'too_little_judged' } })
})

t.test(
  'a target that left one call without an answer: the call, why, and what to do are in the reason of the run',
  async (t) => {
    const call = { call: 'POST /orders/ord_1/documents', why: 'ECONNRESET', megabytes: 26.2 }
    const cut = recordedReason(reason('cut-while-sent', call))
    const outcomes = [{ rule, verdict: 'inconclusive' as const, compared: 0, requests: [], ...cut }]
    const { ended } = await end({
      results: [result('inconclusive', { unanswered: true, outcomes }), result('pass', {}, 'feed.holds-every-event')],
    })
    t.match(ended.reason, {
      code: 'target_unanswered',
      message:
        /^list\.one could not be judged: POST \/orders\/ord_1\/documents got no answer: the connection was cut while 26\.2 MB .*docs\/proxies\.md/,
    })
  },
)

t.test('what is newer than the rule set is reported and decides nothing', async (t) => {
  const older = { strict: true, rule: () => true, check: (id: string) => id !== 'list.new' }
  const newer = { ...result('fail'), check: 'list.new' }
  const { ended, verdicts } = await end({ results: [result('pass'), newer], gating: older })
  t.match(verdicts.get(rule), { verdict: 'fail' })
  t.strictSame(ended, { outcome: 'complete', exit_code: 0, reason: null })
  const faulty = { ...result('error', { unanswered: true }), check: 'list.new' }
  t.equal((await end({ results: [result('pass'), faulty], gating: older })).ended.exit_code, 0)
  t.equal((await end({ results: [result('pass'), faulty] })).ended.exit_code, 2, 'without a set it does')
  const only = { strict: true, rule: (id: string) => id === rule, check: () => true }
  t.equal((await end({ require: 1, gating: only })).ended.exit_code, 0, '--require asks for rules of the set')
})

t.test('what speaks against a run is kept where a rule is broken, which the baseline may accept', async (t) => {
  const { ended } = await end({ results: [result('fail')], missing: [other] })
  t.match(ended, { exit_code: 1, reason: null, doubt: { code: 'fewer_checks_than_planned' } })
})

t.test('what was left out is not tested, with its reason, unless another check spoke for it', async (t) => {
  const budget = reason('outside-budget', { budget: 40 })
  const { ended, verdicts } = await end({ leftOut: [{ checks: [one, other], reason: budget }] })
  t.equal(ended.exit_code, 0)
  t.match(verdicts.get(rule), { verdict: 'pass' })
  t.match(verdicts.get('feed.holds-every-event'), {
    verdict: 'not-tested',
    reason_code: 'outside-budget',
    reason_parameters: { budget: 40 },
  })
})

t.test('an interrupted run could not judge', async (t) => {
  t.match((await end({ interrupted: true, missing: [] })).ended, { outcome: 'interrupted', exit_code: 2 })
})
