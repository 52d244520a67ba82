// The terminal: one calm line for each area while it runs, and one screen at the end.
import type { Finding, RecordedExchange, Reporter, RunEvent } from '../run-record.ts'
import { absorb, countVerdicts, emptyRun, firstLine, reasonsFor, type Run } from '../summary.ts'

export type TerminalOptions = { write: (text: string) => void; colour: boolean }

type Paint = (code: number, text: string) => string

const mostFindings = 12
const mostReasons = 6

const short = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

const told = (exchange: RecordedExchange | undefined, id: string): string =>
  exchange
    ? `${id} ${exchange.request.method} ${new URL(exchange.request.url).pathname} → ${exchange.response?.status ?? 'no answer'}`
    : id

const findingLines = (run: Run, finding: Finding, paint: Paint): string[] => {
  const text = run.rules.find(({ rule }) => rule === finding.rule)?.text
  const at = finding.requests.slice(0, 3).map((id) =>
    told(
      run.exchanges.find((one) => one.id === id),
      id,
    ),
  )
  return [
    `  ${paint(31, finding.rule)}  found by ${finding.check}`,
    ...(text ? [`    rule      ${text}`] : []),
    `    expected  ${short(finding.expected)}`,
    `    received  ${short(finding.received)}${finding.pointer ? `  at ${finding.pointer}` : ''}`,
    ...at.map((line) => `    request   ${line}`),
  ]
}

/** One finding for each rule: the first says enough, and the report has all. */
const brokenLines = (run: Run, paint: Paint): string[] => {
  const first = new Map(run.findings.toReversed().map((finding) => [finding.rule, finding]))
  const shown = [...first.values()].toReversed()
  const more = shown.length - mostFindings
  return [
    ...(shown.length > 0 ? ['', 'Broken rules'] : []),
    ...shown.slice(0, mostFindings).flatMap((finding) => findingLines(run, finding, paint)),
    ...(more > 0 ? [`  … and ${more} more: see report.json`] : []),
  ]
}

const reasonLines = (run: Run, verdict: 'error' | 'inconclusive' | 'not-tested', title: string): string[] => {
  const reasons = reasonsFor(run, verdict)
  if (reasons.length === 0) return []
  const more = reasons.length - mostReasons
  return [
    '',
    title,
    ...reasons.slice(0, mostReasons).map(([reason, rules]) => `  ${String(rules).padStart(4)}  ${short(reason)}`),
    ...(more > 0 ? [`        … and ${more} more reasons: see report.json`] : []),
  ]
}

const closing = (run: Run, paint: Paint): string[] => {
  const { finished, environment, started } = run
  const broken = countVerdicts(run.rules).fail > 0
  const where = environment?.sandbox_base_url ?? environment?.production_base_url ?? 'no target'
  return [
    '',
    paint(broken || finished?.exit_code ? 31 : 32, firstLine(run)),
    ...brokenLines(run, paint),
    ...reasonLines(run, 'error', 'Not judged by our own fault'),
    ...reasonLines(run, 'inconclusive', 'Inconclusive'),
    ...reasonLines(run, 'not-tested', 'Not tested'),
    ...run.notes.flatMap((note) => ['', `Note: ${note}`]),
    '',
    `${where}${environment?.embedded ? ' (embedded simulator: a rehearsal)' : ''}, ` +
      `${run.checks.length} checks, ${finished?.requests ?? 0} requests, ${finished?.deliveries ?? 0} deliveries, ` +
      `${((finished?.ms ?? 0) / 1000).toFixed(1)} s, seed ${started?.seed}`,
    '',
  ]
}

const areaOf = (check: string): string => check.split('.')[0]!

export const terminalReporter = ({ write, colour }: TerminalOptions): Reporter => {
  const run = emptyRun()
  const paint: Paint = (code, text) => (colour ? `\u001B[${code}m${text}\u001B[39m` : text)
  const left = new Map<string, number>()

  const progress = (event: RunEvent): string | null => {
    if (event.type === 'checks-planned') {
      for (const check of event.checks) left.set(areaOf(check), (left.get(areaOf(check)) ?? 0) + 1)
      return `${event.checks.length} checks over ${left.size} areas; ${event.rules} rules of the service in the contract`
    }
    if (event.type !== 'check-finished') return null
    const area = areaOf(event.check)
    left.set(area, (left.get(area) ?? 0) - 1)
    if (event.verdict === 'fail') return `  ${paint(31, 'broken')}  ${event.check}`
    if (event.verdict === 'error') return `  ${paint(31, 'error')}   ${event.check}: ${event.reason}`
    return left.get(area) === 0 ? `  done    ${area}` : null
  }

  return {
    event(event) {
      absorb(run, event)
      const line = progress(event)
      if (line !== null) write(`${line}\n`)
      if (event.type === 'run-finished') write(closing(run, paint).join('\n'))
    },
  }
}
