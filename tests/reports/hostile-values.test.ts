// Whatever values a target puts where texts belong: every renderer of a run writes its report, in its format, and nothing in it acts.
import t from 'tap'
import { XMLValidator } from 'fast-xml-parser'
import { htmlReport } from '../../reports/html/page.ts'
import { compareReports } from '../../reports/compare.ts'
import { comparisonMarkdown } from '../../reports/compare-markdown.ts'
import { comparisonText } from '../../reports/compare-text.ts'
import type { ComparedReport, Comparison } from '../../reports/comparison.ts'
import { faultOfEvent } from '../../reports/fit-event.ts'
import { annotations } from '../../reports/reporters/annotations.ts'
import { badgeSvg } from '../../reports/reporters/badge.ts'
import { harLog } from '../../reports/reporters/har.ts'
import { jsonReport } from '../../reports/reporters/json.ts'
import { junitXml } from '../../reports/reporters/junit.ts'
import { markdownSummary } from '../../reports/reporters/markdown.ts'
import { openMetrics } from '../../reports/reporters/open-metrics.ts'
import { terminalReporter } from '../../reports/reporters/terminal.ts'
import { absorb, emptyRun, type Run } from '../../reports/summary.ts'
import type { CauseFound, RunEvent, Unstamped } from '../../reports/run-record.ts'
import { hostileValues } from '../hostile-values.ts'
import { exchange, finding, finished, rule, stamped, started } from './hostile-run.ts'
import { someCause } from './some-cause.ts'
import { worstEvents } from './worst-events.ts'
import { wholePage } from '../whole-page.ts'

const places = ['/data/0/status', 'status', 'header:Retry-After', null, '', 'types']

/** Of each place: the value where another belongs, and the other way round, and both. */
const findingsOf = (value: unknown): Unstamped[] =>
  places.flatMap((pointer) =>
    [
      { expected: 'new', received: value },
      { expected: value, received: { a: value } },
      { expected: { status: 'new', list: [1] }, received: { status: value, list: [value, value] } },
      { expected: [value], received: value },
    ].map((values) => ({ ...finding, ...values, pointer, requests: ['x1', 'x2'] }) as Unstamped),
  )

const causeOf = (value: unknown): CauseFound =>
  someCause(['list.b'], {
    findings: [0, 1],
    requests: 3,
    plan: {
      format: 'assay-plan',
      version: 1,
      rule: 'list.b',
      found_by: 'list.a-check',
      seed: 7,
      expected: 'new',
      received: value,
      pointer: 'status',
      run: {
        plan: {
          version: 1,
          id: 'p',
          seed: 7,
          steps: ['to', 'kind', 'what', 'field'].map((name) => ({
            order: 'o1',
            action: { do: 'read', [name]: value },
          })),
        },
      },
    },
  })

const eventsOf = (value: unknown): Unstamped[] => {
  const text = JSON.stringify({ data: [{ status: value }], value })
  const body = { text, bytes: text.length, sha256: '0', cut: false }
  const response = { status: 200, headers: [['Content-Type', 'application/json']] as [string, string][], body }
  return [
    started(),
    exchange('x1', { response }),
    exchange('x2', { response }),
    { type: 'preflight', about: 'tls', subject: 'x', verdict: 'ok', code: null, message: 'x', facts: { value } },
    rule('list.b', 'fail'),
    ...findingsOf(value),
    causeOf(value),
    finished(1),
  ]
}

/** As a record has them, which keeps nothing of what objects had besides. */
const recorded = (events: readonly Unstamped[]): RunEvent[] => JSON.parse(JSON.stringify(stamped(events))) as RunEvent[]

const runOfRecord = (events: readonly RunEvent[]): Run => {
  const run = emptyRun()
  for (const event of events) absorb(run, event)
  return run
}

const terminal = (events: readonly RunEvent[]): string => {
  let written = ''
  const reporter = terminalReporter({ write: (text) => void (written += text), colour: false })
  for (const event of events) reporter.event(event)
  return written
}

/** Controls but line breaks, marks that turn the direction, and separators that end a line for some. */
const acting = /(?!\n)\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/u

/** What the log of a CI job carries out. */
const command = /^\s*::|##\w*\[/m

/** In JSON every character that is written may be escaped: that it can be read is all. */
const json = (text: string): string => {
  JSON.parse(text)
  return ''
}

/** With a run in which nothing was found, and the other way round. */
const compared = (events: readonly RunEvent[]): Comparison[] => {
  const reports = [events, recorded([started(), rule('list.b', 'pass'), finished(0)])].map(
    (all) => JSON.parse(JSON.stringify(jsonReport(all))) as ComparedReport,
  ) as [ComparedReport, ComparedReport]
  return [compareReports(...reports, new Map()), compareReports(...(reports.toReversed() as typeof reports), new Map())]
}

const written: Record<string, (run: Run, events: readonly RunEvent[]) => string> = {
  html: (run) => wholePage(htmlReport(run)),
  junit: junitXml,
  markdown: markdownSummary,
  badge: badgeSvg,
  terminal: (_run, events) => terminal(events),
  annotations,
  metrics: openMetrics,
  comparison: (_run, events) => compared(events).map(comparisonText).join(''),
  comparisonInMarkdown: (_run, events) => compared(events).map(comparisonMarkdown).join(''),
  har: (run) => json(harLog(run)),
  json: (_run, events) => json(JSON.stringify(jsonReport(events))),
}

const inXml = new Set(['junit', 'badge'])

const actingIn = (text: string): string[] => {
  const found = acting.exec(text)
  return found
    ? [`a character that acts: ${JSON.stringify(text.slice(Math.max(0, found.index - 120), found.index + 20))}`]
    : []
}

const faultsOf = (name: string, text: string): string[] => [
  ...actingIn(name === 'html' ? text.replaceAll('\r', '') : text),
  ...(['terminal', 'comparison'].includes(name) && command.test(text) ? ['a command of a CI log'] : []),
  ...(name === 'annotations' && /##\w*\[/.test(text) ? ['a command of a CI log'] : []),
  ...(name === 'html' && /<script>alert|<img/.test(text) ? ['markup'] : []),
  ...(name.endsWith('arkdown') &&
  /<script>alert/.test(text.replaceAll(/^(`{3,})sh\n[^]*?\n\1$/gm, '').replaceAll(/`[^`\n]*`/g, ''))
    ? ['markup']
    : []),
  ...(inXml.has(name) && XMLValidator.validate(text) !== true ? [JSON.stringify(XMLValidator.validate(text))] : []),
]

const faultsOfRun = (given: readonly Unstamped[]): string[] => {
  const events = recorded(given)
  const run = runOfRecord(events)
  const faults = Object.entries(written).flatMap(([name, render]) => {
    try {
      return faultsOf(name, render(run, events)).map((fault) => `${name}: ${fault}`)
    } catch (error) {
      return [`${name}: ${String((error as Error).stack)}`]
    }
  })
  return faults
}

const short = (value: unknown): string =>
  JSON.stringify(value)
    .slice(0, 60)
    .replaceAll(/[^ -~]|#/g, '?')

for (const value of hostileValues)
  t.test(`${short(value)} in a finding, a plan and a body`, async (t) => {
    const events = eventsOf(value)
    t.strictSame(events.map((event) => faultOfEvent(stamped([event])[0])).filter(Boolean), [], 'a record can hold it')
    t.strictSame(faultsOfRun(events), [])
  })

/** Names that the suite gives, and what is a number, a time or one of a few words. */
const ownNames = new Set(
  'type,format,verdict,outcome,phase,at,received_at,started_at,label,id,requests,rule,rules,check,checks,about,reason_kind,list'.split(
    ',',
  ),
)

/** The text wherever a record has one, of whatever origin. */
const filled = (value: unknown, text: string, name = ''): unknown => {
  if (typeof value === 'string') return ownNames.has(name) ? value : text
  if (Array.isArray(value)) return value.map((one) => filled(one, text, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, text, key)]))
}

const gated: Unstamped = {
  type: 'gated',
  rule_set: '1.0.0-1',
  baseline: 'known.yaml',
  gating: [],
  accepted: [
    { rule: 'list.b', check: 'list.a-check', list: 'known', owner: 'o', reason: 'r', link: 'l', expires: '2026-04-01' },
  ],
  reported_only: [],
  blocked: [],
  accepted_blocked: [],
  problems: [{ code: 'c', message: 'm' }],
  warnings: [{ code: 'c', message: 'm' }],
}

for (const text of hostileValues.filter((value) => typeof value === 'string'))
  for (const [what, extra] of Object.entries({ violated: [], excused: [gated] }))
    t.test(`${short(text)} in every text of a record, ${what}`, async (t) => {
      const events = [...worstEvents().slice(0, -1), ...extra, ...worstEvents().slice(-1)]
      const simulated = started({ simulated_target: 'a simulator' })
      t.strictSame(faultsOfRun(filled([simulated, ...events.slice(1)], text) as Unstamped[]), [])
    })
