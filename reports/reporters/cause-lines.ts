// What is broken, on the terminal: one entry for each cause, with its shortest sight, how sure it is, and how to see it again.
import type { StoredPlan } from '../plan-file.ts'
import { replayCommand } from '../replay-command.ts'
import type { CauseFound, Finding, RecordedExchange } from '../run-record.ts'
import { excuseOf, type Run } from '../summary.ts'
import { plainly, shortly } from '../texts.ts'

type Paint = (code: number, text: string) => string

const mostCauses = 12
const mostRules = 3

const told = (exchange: RecordedExchange | undefined, id: string): string =>
  exchange
    ? `${id} ${exchange.request.method} ${new URL(exchange.request.url).pathname} → ${exchange.response?.status ?? 'no answer'}`
    : id

const findingLines = (run: Run, finding: Finding, paint: Paint): string[] => {
  const text = run.rules.find(({ rule }) => rule === finding.rule)?.text
  const excuse = excuseOf(run, finding.rule)
  // The answer that a finding is about comes last.
  const at = finding.requests.slice(-3).map((id) =>
    told(
      run.exchanges.find((one) => one.id === id),
      id,
    ),
  )
  return [
    `  ${paint(31, finding.rule)}  found by ${finding.check}`,
    ...(text ? [`    rule      ${text}`] : []),
    ...(excuse === null ? [] : [paint(33, `    excused   ${plainly(excuse)}`)]),
    `    expected  ${shortly(finding.expected)}`,
    `    received  ${shortly(finding.received)}${finding.pointer ? `  at ${plainly(finding.pointer)}` : ''}`,
    ...at.map((line) => `    request   ${line}`),
  ]
}

const times = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const labelLine = ({ label, tries, reason, findings }: CauseFound): string => {
  const again = tries.made > 0 ? `, ${tries.again} of ${tries.made} second tries` : ''
  const why = reason === null ? '' : `: ${reason}`
  return `    seen      ${times(findings.length, 'time')} in the run${again} — ${label}${why}`
}

const stepText = ({ action }: StoredPlan['steps'][number]): string =>
  [action.do, action['to'] ?? action['kind'] ?? action['what'] ?? action['field'] ?? ''].join(' ').trim()

const planLines = (run: Run, cause: CauseFound, directory: string): string[] => {
  const { plan } = cause
  if (plan === null) return []
  const replay = `    replay    ${replayCommand(run, cause, directory)}`
  if ('check' in plan.run) return [`    shown by  check ${plan.run.check}`, replay]
  const { steps } = plan.run.plan
  const shown = steps.length > 8 ? `${times(steps.length, 'step')}` : steps.map(stepText).join(' → ')
  return [`    shown by  ${shown}`, replay]
}

const causeLines = (run: Run, cause: CauseFound, directory: string, paint: Paint): string[] => {
  const also = cause.rules.filter((rule) => rule !== cause.rule)
  const more = also.length > mostRules ? `, and ${also.length - mostRules} more` : ''
  return [
    ...findingLines(run, run.findings[cause.example]!, paint),
    ...(also.length > 0 ? [`    also      ${also.slice(0, mostRules).join(', ')}${more}`] : []),
    labelLine(cause),
    ...planLines(run, cause, directory),
  ]
}

/** Where a run was cut short before its causes were found: the first finding of each rule. */
const firstFindings = ({ findings }: Run): Finding[] => [
  ...new Map(findings.toReversed().map((finding) => [finding.rule, finding])).values(),
]

/** `directory` is where the report goes, with a slash at its end. */
export const brokenLines = (run: Run, directory: string, paint: Paint): string[] => {
  const entries =
    run.causes.length > 0
      ? run.causes.map((cause) => causeLines(run, cause, directory, paint))
      : firstFindings(run)
          .toReversed()
          .map((finding) => findingLines(run, finding, paint))
  if (entries.length === 0) return []
  const more = entries.length - mostCauses
  const count =
    run.causes.length > 0 ? `: ${times(run.causes.length, 'cause')} of ${times(run.findings.length, 'finding')}` : ''
  return [
    '',
    `Broken rules${count}`,
    ...entries.slice(0, mostCauses).flat(),
    ...(more > 0 ? [`  … and ${more} more: see report.json`] : []),
  ]
}
