import { mock } from 'node:test'
import t from 'tap'
import type { RunEvent, Unstamped } from '../run-record.ts'
import { createLiveView, progressLines, type Progress } from './live-view.ts'
import { emptyRun } from '../summary.ts'
import { spentLines } from './run-figures.ts'
import { terminalReporter } from './terminal.ts'

const progress: Progress = {
  phase: 'lifecycle',
  check: 'lifecycle.resumed-order-goes-on',
  judged: 312,
  rules: 1101,
  requests: 820,
  planned: 1680,
  perMinute: 540,
  elapsedMs: 74_000,
}

const escape = '\u001B'

/** What a terminal shows after some text: carriage returns, moves up and clearing to the end, no more. */
const screen = (text: string): string[] => {
  const rows = ['']
  let [row, column] = [0, 0]
  for (const [part, lines] of text.replaceAll(escape, '␛').matchAll(/␛\[(\d*)[AJ]|[\s\S]/g)) {
    if (part.endsWith('A') && part.length > 1) row -= Number(lines)
    else if (part.endsWith('J') && part.length > 1) {
      rows[row] = rows[row]!.slice(0, column)
      rows.splice(row + 1)
    } else if (part === '\n') {
      row += 1
      column = 0
      rows[row] ??= ''
    } else if (part === '\r') column = 0
    else {
      rows[row] = rows[row]!.slice(0, column) + part + rows[row]!.slice(column + 1)
      column += 1
    }
  }
  return rows
}

const fakeTerminal = (columns = 80) => {
  let [written, now] = ['', 1_000_000]
  return {
    write: (text: string) => void (written += text),
    columns: () => columns,
    now: () => now,
    pass: (ms: number) => void (now += ms),
    get written() {
      return written
    },
    get rows() {
      return screen(written)
    },
  }
}

t.test('two lines tell phase, rules, requests, time, pace and the check', async (t) => {
  t.strictSame(progressLines(progress, 80), [
    'lifecycle  312/1,101 rules  820/1,680 requests  1:14  540/min',
    '  lifecycle.resumed-order-goes-on',
  ])
  t.strictSame(progressLines({ ...progress, check: null, rules: 0, planned: 0 }, 80), [
    'lifecycle  312 rules  820 requests  1:14  540/min',
  ])
})

t.test('nothing is wider than the terminal, however narrow it is', async (t) => {
  for (let columns = 1; columns <= 120; columns += 1)
    for (const line of progressLines(progress, columns)) t.ok(line.length < columns, `${columns}: ${line}`)
  t.strictSame(progressLines(progress, 30), ['lifecycle  312/1,101 rules', '  lifecycle.resumed-order-go…'])
  t.strictSame(progressLines(progress, 5), [])
})

t.test('the lines are drawn in place, no more than four times a second, and go without a trace', async (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  t.teardown(() => mock.timers.reset())
  const terminal = fakeTerminal()
  let requests = 0
  const view = createLiveView(terminal, () => ({ ...progress, requests }))
  for (let time = 0; time < 1_000; time += 10) {
    requests += 1
    view.touch()
    terminal.pass(10)
  }
  t.equal(terminal.written.split('/min').length - 1, 1, 'the rest waits for its turn')
  mock.timers.tick(250)
  t.equal(terminal.written.split('/min').length - 1, 2)
  t.strictSame(terminal.rows, progressLines({ ...progress, requests: 100 }, 80))
  view.above('  broken  list.a-check\n')
  t.strictSame(terminal.rows, ['  broken  list.a-check', ...progressLines({ ...progress, requests: 100 }, 80)])
  view.end()
  t.strictSame(terminal.rows, ['  broken  list.a-check', ''])
  view.above('The end.\n')
  view.touch()
  t.strictSame(terminal.rows, ['  broken  list.a-check', 'The end.', ''])
})

const at = '2026-03-02T15:04:05.000Z'
const stamped = (event: Unstamped): RunEvent => ({ at, ...event }) as RunEvent
const share = { reached: 1, of: 2, seen: { a: 3 }, missing: ['b'] }

const events: Unstamped[] = [
  {
    type: 'requests-planned',
    budget: 40,
    shuffled: true,
    phases: [
      { phase: 'preflight', requests: 3 },
      { phase: 'checks.list', requests: 20 },
    ],
  },
  { type: 'phase', phase: 'preflight' },
  { type: 'phase', phase: 'checks' },
  { type: 'checks-planned', checks: ['list.one', 'list.other'], rules: 1101 },
  { type: 'check-started', check: 'list.one' },
  { type: 'check-finished', check: 'list.one', verdict: 'pass', reason: null, requests: 3, ms: 5, judged: 40 },
  { type: 'check-started', check: 'list.other' },
  { type: 'check-finished', check: 'list.other', verdict: 'fail', reason: null, requests: 3, ms: 5, judged: 41 },
  { type: 'phase', phase: 'cleanup' },
  { type: 'phase-spent', phase: 'preflight', planned: 3, spent: 3, ms: 5 },
  { type: 'phase-spent', phase: 'checks.list', planned: 20, spent: 21, ms: 5 },
  {
    type: 'coverage',
    coverage: {
      operations: { ...share, statuses: {} },
      answers: share,
      statuses: share,
      transitions: share,
      pairs: share,
      illegal_cells: share,
      events_in_feed: share,
      events_delivered: share,
      specimens: share,
      error_codes: share,
    },
  },
  {
    type: 'run-finished',
    outcome: 'complete',
    exit_code: 0,
    reason: null,
    requests: 24,
    deliveries: 0,
    waited_ms: 0,
    ms: 12,
  },
]

t.test('on a terminal the view follows the events, and nothing of it is left at the end', async (t) => {
  const terminal = fakeTerminal()
  const { write, columns, now } = terminal
  const reporter = terminalReporter({ write, colour: false, live: { columns, now } })
  let during: string[] = []
  for (const event of events) {
    terminal.pass(300)
    reporter.event(stamped(event))
    if (event.type === 'phase' && event.phase === 'cleanup') during = terminal.rows
  }
  t.strictSame(during, [
    '23 requests planned of a budget of 40, checks shuffled: preflight 3, list 20',
    '2 checks in 1 area; 1,101 rules in the contract',
    '  failed  list.other',
    'cleanup  41/1,101 rules  0/23 requests  0:02  0/min',
  ])
  const rows = terminal.rows
  t.notMatch(rows.join('\n'), '/min')
  t.ok(rows.includes('24 requests of 23 planned: preflight 3/3, list 21/20'))
  t.match(rows.join(' '), 'Coverage: 1/2 operations (not b), 1/2 statuses (not b), 1/2 transitions (not b),')
  await reporter.close?.()
})

t.test('where there is no terminal there is one plain line for an area and no control character', async (t) => {
  let written = ''
  const reporter = terminalReporter({ write: (text) => void (written += text), colour: false })
  for (const event of events) reporter.event(stamped(event))
  t.notOk(written.includes(escape) || written.includes('\r'))
  t.match(written, '23 requests planned of a budget of 40, checks shuffled: preflight 3, list 20\n')
  t.match(written, '  failed  list.other\n')
})

t.test('an area in which no check could run is not said to be done', async (t) => {
  let written = ''
  const reporter = terminalReporter({ write: (text) => void (written += text), colour: false })
  const end = (check: string, verdict: 'pass' | 'not-tested', reason: string | null): Unstamped => ({
    type: 'check-finished',
    check,
    verdict,
    reason,
    requests: 0,
    ms: 1,
  })
  for (const event of [
    { type: 'checks-planned', checks: ['list.a', 'auth.b'], rules: 2 } as Unstamped,
    end('list.a', 'not-tested', 'no order could be placed'),
    end('auth.b', 'pass', null),
  ])
    reporter.event(stamped(event))
  t.match(written, '  skipped list: no order could be placed\n')
  t.match(written, '  done    auth\n')
  t.notMatch(written, 'done    list')
})

t.test('requests to repeat what failed are no part of the plan', async (t) => {
  const phase = (name: string, planned: number, spent: number) => ({
    type: 'phase-spent' as const,
    phase: name,
    planned,
    spent,
    ms: 1,
  })
  const run = { ...emptyRun(), phases: [phase('checks.list', 20, 21), phase('reruns', 0, 298)] }
  t.strictSame(spentLines(run), [
    '21 requests of 0 planned, and 298 more to shorten and repeat what failed: list 21/20',
  ])
})
