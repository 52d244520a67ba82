// Markdown for the summary of a CI job: what is violated and how to see it, and what was not judged.
import { bounds } from '../../fixtures/bounds.ts'
import { causeScript } from '../shortened-run.ts'
import { otherPlaces, placeOfFinding } from '../differences.ts'
import { furtherViolations } from '../further-violations.ts'
import { pointedLine } from '../pointed-line.ts'
import { objectionTo, passagesOf, passageText, saysMore } from '../rule-basis.ts'
import { titleOf } from '../violation-title.ts'
import { splitCauses, type Cause } from '../causes-of-run.ts'
import { certaintyOf } from '../label-words.ts'
import { blockedGroups, isBlocked } from '../blocked.ts'
import type { ReasonGroup } from '../reason-groups.ts'
import { totalsOf } from '../totals.ts'
import { ownErrors } from '../own-errors.ts'
import { firstLine } from '../headline.ts'
import { addressJudged, excuseOf, reasonsFor, isSimulatedIn, type Run } from '../summary.ts'
import { code, html, words } from '../markdown-texts.ts'
import { counted, shortly, times } from '../texts.ts'

const mostCauses = 20
const mostReasons = 15

const mostRules = 20

const rulesIn = (rules: readonly string[]): string => {
  const more = rules.length - mostRules
  return `${rules.slice(0, mostRules).map(code).join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

const fenced = (script: string): string[] => {
  const longest = Math.max(3, ...[...script.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}sh`, script.trimEnd(), fence, '']
}

const causeSection = (cause: Cause, run: Run, script: string): string[] => {
  const { finding, consequences } = cause
  const line = pointedLine(finding, run)
  const place = placeOfFinding(finding)
  const rule = run.rules.find((one) => one.rule === finding.rule)
  const excuse = excuseOf(run, finding.rule)
  return [
    `<details><summary><code>${html(finding.rule)}</code> ${excuse === null ? '' : '<b>(excused)</b> '}${html(titleOf(finding, run).replaceAll('`', ''))}</summary>`,
    '',
    '| | |',
    '|---|---|',
    ...(rule ? [`| rule | ${words(rule.text)} |`, `| section | ${words(rule.source)} |`] : []),
    ...(rule && saysMore(rule)
      ? passagesOf(rule).map((passage) => `| rests on | ${words(passageText(passage))} |`)
      : []),
    ...(rule?.verdict === 'arguable' ? [`| counter-reading | ${words(rule.counter ?? '')} |`] : []),
    ...(excuse === null ? [] : [`| excused | ${words(excuse)} |`]),
    `| check | ${code(finding.check)} |`,
    `| expected | ${code(shortly(place.expected, 400))} |`,
    `| received | ${code(shortly(place.received, 400))} |`,
    ...(place.pointer ? [`| at | ${code(shortly(place.pointer, 400))} |`] : []),
    ...otherPlaces(place).map((one, index) => `| ${index === 0 ? 'differs' : ''} | ${code(one)} |`),
    ...(line === null ? [] : [`| body | ${code(line)} |`]),
    `| seen | ${times(cause.times, 'time')}; ${words(certaintyOf(cause))} |`,
    ...furtherViolations(cause, run).map((title) => `| as well | ${words(title.replaceAll('`', ''))} |`),
    ...(consequences.length > 0 ? [`| also violated | ${rulesIn(consequences)} |`] : []),
    '',
    ...(script ? fenced(script) : []),
    words(objectionTo(finding.rule)),
    '',
    '</details>',
    '',
  ]
}

const causeSections = (causes: readonly Cause[], run: Run): string[] => {
  let left = bounds.shown.summaryScripts
  return causes.flatMap((cause) => {
    const script = causeScript(cause.finding, cause, run)
    const fits = script.length <= left
    if (fits) left -= script.length
    return causeSection(cause, run, fits ? script : '# The script is in report.json: it is too long for this page.')
  })
}

const rowsOf = (groups: readonly ReasonGroup[], verdict: string): string[] =>
  groups.map(({ sentence, rules }) => `| ${verdict} | ${counted(rules.length)} | ${words(shortly(sentence, 300))} |`)

const reasonRows = (run: Run): string[] => {
  const others = { rules: run.rules.filter((rule) => !isBlocked(rule)) }
  return [
    ...rowsOf(blockedGroups(run.rules), 'blocked'),
    ...(['error', 'inconclusive', 'not-tested'] as const).flatMap((verdict) =>
      rowsOf(reasonsFor(others, verdict), verdict),
    ),
  ]
}

const signOf = (run: Run): string =>
  run.finished?.exit_code === 1 ? '❌' : run.finished?.exit_code === 0 && ownErrors(run) === null ? '✅' : '⚠️'

const foot = (run: Run): string => {
  const { finished, started, checks } = run
  const where = addressJudged(run) ?? 'no target'
  const seconds = ((finished?.ms ?? 0) / 1000).toFixed(1)
  return (
    `${code(where)} · ${times(checks.length, 'check')} · ${times(finished?.requests ?? 0, 'request')} · ${seconds} s · ` +
    `seed ${started?.seed ?? '?'} · assay ${words(started?.suite.version ?? '?')}`
  )
}

export const markdownSummary = (run: Run): string => {
  const totals = totalsOf(run)
  const { violations: causes, arguable } = splitCauses(run)
  const untested = reasonRows(run)
  const isSimulated = isSimulatedIn(run)
  const errors = ownErrors(run)
  return [
    `## ${signOf(run)} ${words(firstLine(run))}`,
    '',
    ...(isSimulated === null
      ? []
      : [`> **Simulated target**: the target was ${words(isSimulated)}, no deployment.`, '']),
    '| passed | violated | arguable | inconclusive | not tested | errors | not applicable | causes | findings |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    `| ${[totals.passed, totals.violated, totals.arguable, totals.inconclusive, totals.not_tested, totals.errors, totals.not_applicable, totals.causes, totals.findings].map(counted).join(' | ')} |`,
    '',
    ...(errors === null ? [] : [`- **assay error**: ${words(errors)}`]),
    ...run.notes.map((note) => `- Note: ${words(note)}`),
    ...(run.gate?.problems ?? []).flatMap(({ code: name, message }) => [`- **${words(name)}**: ${words(message)}`]),
    ...(run.gate?.warnings ?? []).flatMap(({ code: name, message }) => [`- ${words(name)}: ${words(message)}`]),
    '',
    ...(causes.length > 0 ? ['### Violations', ''] : []),
    ...causeSections(causes.slice(0, mostCauses), run),
    ...(causes.length > mostCauses ? [`… and ${causes.length - mostCauses} more: see report.json.`, ''] : []),
    ...(arguable.length > 0
      ? ['### Arguable', '', 'The contract does not say these in plain words; `--strict` makes them violations.', '']
      : []),
    ...causeSections(arguable.slice(0, mostCauses), run),
    ...(arguable.length > mostCauses ? [`… and ${arguable.length - mostCauses} more: see report.json.`, ''] : []),
    ...(untested.length > 0 ? ['### Not tested', '', '| verdict | rules | why |', '|---|---:|---|'] : []),
    ...untested.slice(0, mostReasons),
    ...(untested.length > mostReasons ? ['', `… and ${untested.length - mostReasons} more reasons.`] : []),
    '',
    foot(run),
    '',
  ].join('\n')
}
