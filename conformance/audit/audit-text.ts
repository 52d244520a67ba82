// The audit on the terminal: what is violated with its evidence and what to change, and what to try for the rest.
import { headline } from '../../reports/headline.ts'
import type { Run } from '../../reports/summary.ts'
import { countVerdicts, excuseOf } from '../../reports/summary.ts'
import type { Finding, RecordedExchange, RuleJudged } from '../../reports/run-record.ts'
import { pathOf } from '../../reports/path-of.ts'
import { plainly, shortly, times } from '../../reports/texts.ts'
import type { Call, Journal } from './call.ts'
import { judgedRules } from './judge-journal.ts'
import { toRecord } from './lack.ts'
import { oddQueries } from './odd-queries.ts'
import { libraryLines } from './library.ts'

type AuditText = {
  colour: boolean
  verbose: boolean
  files: readonly [what: string, file: string][]
  journal: Pick<Journal, 'calls' | 'nobodys' | 'elsewhere' | 'lacks'>
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

const violationLines = (run: Run, { rule, text }: RuleJudged, paint: (text: string) => string): string[] => {
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
    ...libraryLines(rule, run.exchanges, own).map(plainly),
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

const mostHosts = 5

const elsewhereWords = (hosts: ReadonlyMap<string, number>): string => {
  const rows = [...hosts].toSorted(([, one], [, other]) => other - one)
  const words = rows.slice(0, mostHosts).map(([host, count]) => `${times(count, 'call')} to ${plainly(host)}`)
  return [...words, ...(rows.length > mostHosts ? [`${rows.length - mostHosts} more hosts`] : [])].join(', ')
}

const mostQueries = 8

/** No violation, as nothing forbids it; but the answer is another than the one that was meant. */
const queryLines = (calls: readonly Call[]): string[] => {
  const odd = oddQueries(calls)
  if (odd.length === 0) return []
  return [
    'Queries that the service ignores, or may read otherwise than they are meant:',
    ...odd.slice(0, mostQueries).map(([what, count]) => `  ${plainly(what)} (${times(count, 'call')})`),
    ...(odd.length > mostQueries ? [`  … and ${odd.length - mostQueries} more`] : []),
  ]
}

export const auditText = (run: Run, { colour, verbose, files, journal }: AuditText): string => {
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
      `${times(run.exchanges.length, 'call')} and ${times(run.deliveries.length, 'delivery')}`,
    ...queryLines(journal.calls),
    ...[...journal.lacks].map((lack) => `The recording has no ${lack}. ${toRecord[lack].replaceAll('`', '')}`),
    ...(journal.nobodys.length > 0
      ? [
          `Not judged, as no client can be named for them: ${times(journal.nobodys.length, 'call')} without a credential`,
        ]
      : []),
    ...(journal.elsewhere.size > 0
      ? [
          `Not judged, as nothing shows that they went to the service: ${elsewhereWords(journal.elsewhere)}; ` +
            '--base-url names the service.',
        ]
      : []),
    '',
  ].join('\n')
}
