// The causes of merged shards.
import { recordedExchange } from '../../reports/recorded-exchange.support.ts'
import t from 'tap'
import { finding, missing } from '../causes/findings.support.ts'
import type { CauseFound, Finding, RunEvent, Unstamped } from '../../reports/run-record.ts'
import { joinCauses, shardFindings } from './join-causes.ts'
import { inOneRecord, renumberAll } from './renumber.ts'

type Shard = { findings: readonly Finding[]; causes: readonly CauseFound[] }

const joined = (...shards: readonly Shard[]): ReturnType<typeof joinCauses> =>
  joinCauses(
    shards.map(({ findings, causes }) =>
      shardFindings(
        [...findings.map((one) => ({ type: 'finding' as const, ...one })), ...causes].map((event) => ({
          at: '',
          ...event,
        })),
      ),
    ),
  )

const cause = (rule: string, findings: number[], more: Partial<CauseFound> = {}): CauseFound => ({
  type: 'cause',
  cause: rule,
  rule,
  rules: [rule],
  label: 'unrepeated',
  reason: null,
  tries: { made: 0, again: 0 },
  example: findings[0]!,
  findings,
  requests: 3,
  plan: null,
  ...more,
})

const withoutKind = ({ kind: _kind, key: _key, ...rest }: Finding): Finding => rest

t.test('the same failure of two shards is one cause, with the most certain label', async (t) => {
  const again = { label: 'deterministic', tries: { made: 2, again: 2 } } as const
  const one = { findings: [missing('a.b', 'fee', 'x1')], causes: [cause('a.b', [0])] }
  const other = {
    findings: [finding('c.d', ['x8']), missing('a.b', 'fee', 'x9')],
    causes: [cause('c.d', [0]), cause('a.b', [1], again)],
  }
  t.match(joined(one, other), [
    { cause: 'a.b', kind: 'missing_field', key: 'fee', findings: [0, 2], requests: 6, ...again },
    { cause: 'c.d', kind: 'accepted', findings: [1] },
  ])
})

t.test('findings of an earlier version stay in the cause that their shard put them in', async (t) => {
  const findings = [missing('a.b', 'fee', 'x1'), finding('a.c', ['x1']), finding('c.d', ['x2'])].map(withoutKind)
  const old = { findings, causes: [cause('a.b', [0, 1]), cause('c.d', [2])] }
  const causes = joined(old, { findings: findings.slice(0, 1), causes: [cause('a.b', [0])] })
  t.match(causes, [
    { cause: 'a.b', rules: ['a.b', 'a.c'], findings: [0, 1, 3] },
    { cause: 'c.d', rules: ['c.d'], findings: [2] },
  ])
  t.notOk(causes.some((one) => 'kind' in one))
})

t.test('what a shard put down to an operation that is not served stays there', async (t) => {
  const findings = [finding('transport.serves-get-messages', ['x1']), missing('list.envelope-has-page', 'page', 'x1')]
  const away = { kind: 'not_served', key: 'listMessages' } as const
  const shard = { findings, causes: [cause('transport.serves-get-messages', [0, 1], away)] }
  t.match(joined(shard, shard), [{ cause: 'transport.serves-get-messages', ...away, findings: [0, 1, 2, 3] }])
})

t.test('what a shard only counts belongs to the cause of what it is like, which names what is in full', async (t) => {
  const one = [finding('a.b', ['x1'])]
  const events = [
    ...[finding('c.d', ['x5'], { key: 'cancelOrder' }), finding('a.b', ['x6'])].map((of) => ({
      type: 'finding' as const,
      ...of,
    })),
    { type: 'finding-again' as const, like: 1, requests: ['x7'] },
  ].map((event) => ({ at: '', ...event }))
  const other = shardFindings(one.map((of) => ({ at: '', type: 'finding', ...of })))
  const causesOf = (...shards: Parameters<typeof joinCauses>[0]) =>
    joinCauses(shards).map(({ cause: id, example, findings }) => ({ id, example, findings }))
  t.strictSame(causesOf(other, shardFindings(events)), [
    { id: 'a.b', example: 0, findings: [0, 2] },
    { id: 'c.d', example: 1, findings: [1] },
  ])
  t.strictSame(causesOf(shardFindings(events), other), [
    { id: 'c.d', example: 0, findings: [0] },
    { id: 'a.b', example: 1, findings: [1, 2] },
  ])
  const record = inOneRecord([one.map((of) => ({ at: '', type: 'finding' as const, ...of })), events])
  t.match(record.at(-1), { type: 'finding-again', like: 2 })
})

t.test('the exchange that granted a token has its number of the whole record', (t) => {
  const sent = (id: string, token_from: string | null) =>
    ({ at: '', type: 'exchange', exchange: { ...recordedExchange({ id }), token_from } }) as RunEvent
  const [, second = []] = renumberAll([[sent('x1', null)], [sent('x1', null), sent('x2', 'x1')]])
  t.match(second, [{ exchange: { id: 'x2', token_from: null } }, { exchange: { id: 'x3', token_from: 'x2' } }])
  t.end()
})

t.test('the calls of a script are those of its shard, by the numbers of the whole record', (t) => {
  const stamped = (events: readonly Unstamped[]) => events.map((event) => ({ at: '', ...event }) as RunEvent)
  const act: Unstamped = { type: 'company-act', by: 'a', act: 'POST /clock/advance', body: {}, made: [] }
  const first = stamped([act, { type: 'finding', ...finding('c.d', ['x5']) }, cause('c.d', [0])])
  const short = { calls: ['x1', 'a1'], calls_of: 0, calls_refused: 'x1', calls_untried: true as const }
  const second = stamped([act, { type: 'finding', ...missing('a.b', 'fee', 'x1') }, cause('a.b', [0], short)])
  const joined = joinCauses(renumberAll([first, second]).map(shardFindings))
  t.match(
    joined.find(({ rule }) => rule === 'a.b'),
    { calls: ['x6', 'a2'], calls_of: 1, calls_refused: 'x6', calls_untried: true },
  )
  t.notOk('calls' in joined.find(({ rule }) => rule === 'c.d')!)
  t.end()
})
