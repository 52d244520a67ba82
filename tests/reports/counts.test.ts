// A count is written one way, with a comma at the thousands, in every line of the terminal, of summary.md and of the page.
import t from 'tap'
import { htmlReport } from '../../reports/html/page.ts'
import { progressLines } from '../../reports/reporters/live-view.ts'
import { markdownSummary } from '../../reports/reporters/markdown.ts'
import { terminalReporter } from '../../reports/reporters/terminal.ts'
import type { RunFinished, Unstamped } from '../../reports/run-record.ts'
import { finished, rule, runOf, stamped, started } from './hostile-run.ts'

const rules = (verdict: 'pass' | 'not-tested', count: number) =>
  Array.from({ length: count }, (_, index) =>
    rule(
      `list.${verdict}-${'x'.repeat(index % 7)}${String.fromCodePoint(97 + (index % 26))}${'y'.repeat(Math.floor(index / 26))}`,
      verdict,
      verdict === 'pass' ? null : 'no-control-url',
    ),
  )

const phases = [{ phase: 'preflight', requests: 1_700 }]
const events: Unstamped[] = [
  started(),
  { type: 'requests-planned', budget: 9_000, shuffled: false, phases, for_window: 5_890 },
  { type: 'checks-planned', checks: ['list.a-check'], rules: 3_000 },
  { type: 'phase-spent', phase: 'preflight', planned: 1_700, spent: 1_650, ms: 1 },
  ...rules('pass', 1_234),
  ...rules('not-tested', 1_600),
  { ...(finished(0) as RunFinished), requests: 1_650, deliveries: 2_468 },
]

/** Beside years and the ids of a run, in the texts that are seen. */
const bare = (text: string): string[] => text.match(/(?<![\w.:#/-])\d{4,}(?![\w:/-])/g) ?? []

t.test('the terminal and summary.md write each count with its comma', async (t) => {
  let screen = ''
  const reporter = terminalReporter({ write: (part) => void (screen += part), colour: false })
  for (const event of stamped(events)) reporter.event(event)
  t.strictSame(bare(screen), [], screen)
  for (const words of [
    '1,234 of 2,834 rules',
    '1,234 passed',
    '1,600 not tested',
    '0 not applicable (of 2,834 in the contract)',
    '1,650 requests of 1,700 planned',
    'up to 5,890 more',
    '2,468 webhook deliveries',
    '3,000 rules in the contract',
  ])
    t.match(screen, words)
  const summary = markdownSummary(runOf(...events))
  t.strictSame(bare(summary), [], summary)
  t.match(summary, '1,650 requests')
  t.match(summary, 'no control_url (1,600)')
  const progress = {
    phase: 'list',
    check: null,
    judged: 1_234,
    rules: 2_834,
    requests: 1_650,
    planned: 1_700,
    perMinute: 2_000,
    elapsedMs: 1,
  }
  t.strictSame(progressLines(progress, 100), ['list  1,234/2,834 rules  1,650/1,700 requests  0:00  2,000/min'])
})

t.test('so does the page, in what it shows', async (t) => {
  const seen = htmlReport(runOf(...events))
    .replaceAll(/<(script|style)[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
  t.strictSame(bare(seen), [])
})
