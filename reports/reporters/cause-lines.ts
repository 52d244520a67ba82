// What is violated, on the terminal: one entry for each cause, with its shortest reproduction, how certain it is, and the replay command.
import { findingsOf, splitCauses, type Cause } from '../causes-of-run.ts'
import { otherPlaces, placeOfFinding } from '../differences.ts'
import { certaintyOf } from '../label-words.ts'
import { pathOf, unescapedPath } from '../path-of.ts'
import { replayCommand } from '../replay-command.ts'
import type { CauseFound, Finding, RecordedExchange } from '../run-record.ts'
import { furtherViolations } from '../further-violations.ts'
import { pointedLine } from '../pointed-line.ts'
import { titleOf } from '../violation-title.ts'
import { stepWords } from '../step-words.ts'
import { countVerdicts, excuseOf, type Run } from '../summary.ts'
import { objectionTo, passagesOf, passageText } from '../rule-basis.ts'
import { plainly, shortly, times } from '../texts.ts'

type Paint = (code: number, text: string) => string

const mostCauses = 12
const mostFurther = 24
const mostRules = 3
/** Of an address with its query, in which the bug may be. */
const mostPath = 200

const shown = (exchange: RecordedExchange | undefined, id: string): string => {
  if (!exchange) return id
  const { method, url } = exchange.request
  const plain = unescapedPath(url)
  const beside = plain === null ? '' : ` (${shortly(plain, mostPath)})`
  return `${id} ${method} ${shortly(pathOf(url), mostPath)}${beside} → ${exchange.response?.status ?? 'no answer'}`
}

const findingLines = (run: Run, finding: Finding, paint: Paint): string[] => {
  const judged = run.rules.find(({ rule }) => rule === finding.rule)
  const text = judged?.text
  const excuse = excuseOf(run, finding.rule)
  const line = pointedLine(finding, run)
  const place = placeOfFinding(finding)
  // The answer that a finding is about comes last.
  const at = finding.requests.slice(-3).map((id) =>
    shown(
      run.exchanges.find((one) => one.id === id),
      id,
    ),
  )
  return [
    `  ${paint(31, shortly(titleOf(finding, run).replaceAll('`', '')))}`,
    `    rule      ${plainly(`${finding.rule}${text === undefined ? '' : `: ${text}`}`)}`,
    ...(judged === undefined ? [] : passagesOf(judged)).map(
      (passage, index) => `    ${index === 0 ? 'rests on' : '        '}  ${plainly(passageText(passage))}`,
    ),
    ...(judged?.verdict === 'arguable' ? [paint(33, `    counter   ${plainly(judged.counter ?? '')}`)] : []),
    ...(excuse === null ? [] : [paint(33, `    excused   ${plainly(excuse)}`)]),
    `    expected  ${shortly(place.expected)}`,
    `    received  ${shortly(place.received)}${place.pointer ? `  at ${plainly(place.pointer)}` : ''}`,
    ...otherPlaces(place).map((one, index) => `    ${index === 0 ? 'differs ' : '        '}  ${one}`),
    ...(line === null ? [] : [`    body      ${line}`]),
    ...at.map((one) => `    request   ${plainly(one)}`),
    `    found by  ${plainly(finding.check)}`,
  ]
}

const seenLine = (cause: Cause): string =>
  `    seen      ${times(cause.times, 'time')} in the run; ${plainly(certaintyOf(cause))}`

/** The calls of the script, where a run dropped all others. */
const callsLine = (run: Run, { calls = [] }: CauseFound): string[] => {
  if (calls.length === 0) return []
  const named = new Map(run.exchanges.map(({ id, operation }) => [id, operation ?? 'request']))
  const words = calls.map((id) => named.get(id) ?? 'the company')
  return [`    shortest  ${words.length > 8 ? times(words.length, 'call') : words.map(plainly).join(' → ')}`]
}

const planLines = (run: Run, cause: CauseFound, directory: string | null): string[] => {
  const { plan } = cause
  if (plan === null) return []
  const replay = directory === null ? [] : [`    replay    ${replayCommand(run, cause, directory)}`]
  if ('check' in plan.run) return [...callsLine(run, cause), `    shown by  check ${plan.run.check}`, ...replay]
  const { steps } = plan.run.plan
  const shown = steps.length > 8 ? `${times(steps.length, 'step')}` : steps.map(stepWords).join(' → ')
  return [`    shortest  ${shown}`, ...replay]
}

const causeLines = (run: Run, cause: Cause, directory: string | null, paint: Paint): string[] => {
  const { finding, consequences: also } = cause
  const more = also.length > mostRules ? `, and ${also.length - mostRules} more` : ''
  return [
    ...findingLines(run, finding, paint),
    ...(also.length > 0 ? [`    leads to  ${also.slice(0, mostRules).join(', ')}${more}`] : []),
    ...furtherViolations(cause, run).map(
      (title, index) => `    ${index === 0 ? 'as well ' : '        '}  ${plainly(title.replaceAll('`', ''))}`,
    ),
    seenLine(cause),
    ...planLines(run, cause, directory),
    `    ${plainly(objectionTo(finding.rule).replaceAll('`', ''))}`,
  ]
}

/** The rules that head the causes which have no room. */
const furtherRules = (causes: readonly Cause[]): string[] => [
  ...causes.slice(0, mostFurther).map(({ finding }) => `    ${plainly(finding.rule)}`),
  ...(causes.length > mostFurther ? ['    …'] : []),
]

type Listed = { title: string; causes: readonly Cause[] }

const causeList = ({ title, causes }: Listed, run: Run, directory: string | null, paint: Paint): string[] => {
  if (causes.length === 0) return []
  const more = causes.length - mostCauses
  return [
    '',
    `${title}, ${times(causes.length, 'cause')}, ${times(findingsOf(causes), 'finding')}`,
    ...causes
      .slice(0, mostCauses)
      .flatMap((cause, index) => [...(index > 0 ? [''] : []), ...causeLines(run, cause, directory, paint)]),
    ...(more > 0 ? [`  … and ${more} more: see report.json`, ...furtherRules(causes.slice(mostCauses))] : []),
  ]
}

/** What is violated, then what is arguable; `directory` is where the plan files are, with a slash at its end; null where none are written. */
export const violationLines = (run: Run, directory: string | null, paint: Paint): string[] => {
  const { violations, arguable } = splitCauses(run)
  const counts = countVerdicts(run.rules)
  const isUnwritten = directory === null && [...violations, ...arguable].some(({ plan }) => plan !== null)
  return [
    ...causeList({ title: `Violated: ${times(counts.fail, 'rule')}`, causes: violations }, run, directory, paint),
    ...causeList(
      {
        title: `Arguable, as the contract does not say it in plain words (--strict makes it a violation): ${times(counts.arguable, 'rule')}`,
        causes: arguable,
      },
      run,
      directory,
      paint,
    ),
    ...(isUnwritten
      ? ['', 'A replay needs the plan files, which this run did not write; ask for --reporter default.']
      : []),
  ]
}
