// The audit on the terminal: what is violated with its evidence and what to change, and what to try for the rest.
import { headline } from '../../reports/headline.ts'
import { correctionOf, libraryWords } from '../../reports/library-words.ts'
import type { Run } from '../../reports/summary.ts'
import { countVerdicts, excuseOf } from '../../reports/summary.ts'
import type { ClientLibrary, Finding, RecordedExchange, RuleJudged } from '../../reports/run-record.ts'
import { pathOf } from '../../reports/path-of.ts'
import { plainly, shortly, times } from '../../reports/texts.ts'
import { judgedRules } from './judge-journal.ts'

type AuditText = {
  colour: boolean
  verbose: boolean
  files: readonly [what: string, file: string][]
}

const mostFindings = 3
const mostTries = 8

const requestLine = (run: Run, id: string): string => {
  const exchange: RecordedExchange | undefined = run.exchanges.find((one) => one.id === id)
  if (exchange === undefined) {
    const delivery = run.deliveries.find((one) => one.id === id)
    return delivery ? `${id} delivery to ${delivery.path} → ${delivery.answer}` : id
  }
  const { request, response, started_at } = exchange
  return `${id} ${started_at.slice(11, 23)} ${request.method} ${shortly(pathOf(request.url), 90)} → ${response?.status ?? 'no answer'}`
}

const findingLines = (run: Run, finding: Finding): string[] => [
  `    expected  ${shortly(finding.expected)}`,
  `    received  ${shortly(finding.received)}${finding.pointer === null ? '' : `  at ${plainly(finding.pointer)}`}`,
  ...finding.requests.slice(-4).map((id) => `    request   ${plainly(requestLine(run, id))}`),
]

const stackLines = (libraries: readonly ClientLibrary[]): string[] =>
  libraries.length === 0
    ? []
    : [
        `    stack     ${libraryWords(libraries)}`,
        ...correctionOf(libraries).map((line, index) => `    ${index === 0 ? 'such as' : '       '}   ${line}`),
      ]

const violationLines = (
  run: Run,
  { rule, text, libraries = [] }: RuleJudged,
  paint: (text: string) => string,
): string[] => {
  const own = run.findings.filter((finding) => finding.rule === rule)
  const excuse = excuseOf(run, rule)
  return [
    '',
    `  ${paint(rule)}`,
    `    ${text}`,
    ...(excuse === null ? [] : [`    excused   ${plainly(excuse)}`]),
    ...own.slice(0, mostFindings).flatMap((finding) => findingLines(run, finding)),
    ...(own.length > mostFindings ? [`    … and ${times(own.length - mostFindings, 'more finding')}`] : []),
    `    change    ${(judgedRules().get(rule)?.toChange ?? '').replaceAll('`', '')}`,
    ...stackLines(libraries).map(plainly),
  ]
}

const tryLines = (rules: readonly RuleJudged[], verbose: boolean): string[] => {
  const shown = verbose ? rules : rules.slice(0, mostTries)
  return [
    '',
    `Not shown by this journal: ${times(rules.length, 'rule')}`,
    ...shown.flatMap(({ rule, remedy }) => [`  ${rule}`, `    try       ${(remedy ?? '').replaceAll('`', '')}`]),
    ...(rules.length > shown.length ? [`  … and ${rules.length - shown.length} more: --verbose shows them`] : []),
  ]
}

export const auditText = (run: Run, { colour, verbose, files }: AuditText): string => {
  const paint = (code: number) => (text: string) => (colour ? `\u001B[${code}m${text}\u001B[39m` : text)
  const failed = run.rules.filter(({ verdict }) => verdict === 'fail')
  const open = run.rules.filter(({ verdict }) => verdict === 'not-tested')
  const { pass, fail, 'not-tested': untested, 'not-applicable': hidden } = countVerdicts(run.rules)
  return [
    paint(run.finished?.exit_code ? 31 : 32)(plainly(headline(run))),
    ...[...(run.gate?.problems ?? []), ...(run.gate?.warnings ?? [])].map(
      ({ code, message }) => `  ${code}: ${message}`,
    ),
    ...failed.flatMap((rule) => violationLines(run, rule, paint(31))),
    ...(open.length > 0 ? tryLines(open, verbose) : []),
    ...(files.length > 0 ? ['', ...files.map(([what, file]) => `${what.padEnd(9)}${file}`)] : []),
    '',
    `Rules of the client: ${pass} passed, ${fail} violated, ${untested} not shown, ${hidden} that no traffic shows; ` +
      `${times(run.finished?.requests ?? 0, 'call')} and ${times(run.finished?.deliveries ?? 0, 'delivery')}`,
    ...run.notes.map(plainly),
    '',
  ].join('\n')
}
