// Markdown for the summary of a CI job: what holds, what is broken and how to see it, what was not judged.
import { curlScript } from '../curl-script.ts'
import type { Finding, VerdictName } from '../run-record.ts'
import { countVerdicts, excuseOf, firstLine, reasonsFor, rehearsalIn, type Run } from '../summary.ts'
import { plainly, shortly } from '../texts.ts'

const mostFindings = 20
const mostReasons = 15

// A job summary of more than a megabyte is not shown at all.
const mostScriptCharacters = 400_000

const html = (text: string): string =>
  plainly(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Text of whatever origin, as text: in a heading, a line or a cell of a table. */
const words = (text: string): string => html(text).replaceAll(/[\\`*_[\]|#~@]/g, (sign) => `&#${sign.codePointAt(0)};`)

/** A span of code that may stand in a cell; what would end it is written as its twin. */
const code = (text: string): string =>
  `\`${plainly(text)
    .replaceAll('`', 'ˋ')
    .replaceAll(/\\(?=\|)/g, '⧵')
    .replaceAll('|', '\\|')}\``

const fenced = (script: string): string[] => {
  const longest = Math.max(3, ...[...script.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}sh`, script.trimEnd(), fence, '']
}

const brokenRules = (run: Run): Finding[] => {
  const first = new Map<string, Finding>()
  for (const finding of run.findings) if (!first.has(finding.rule)) first.set(finding.rule, finding)
  return [...first.values()]
}

const findingSection = (finding: Finding, run: Run, script: string): string[] => {
  const rule = run.rules.find((one) => one.rule === finding.rule)
  const excuse = excuseOf(run, finding.rule)
  return [
    `<details><summary><code>${html(finding.rule)}</code> ${excuse === null ? '' : '<b>(excused)</b> '}${html(rule?.text ?? '')}</summary>`,
    '',
    '| | |',
    '|---|---|',
    ...(rule ? [`| section | ${words(rule.source)} |`] : []),
    ...(excuse === null ? [] : [`| excused | ${words(excuse)} |`]),
    `| check | ${code(finding.check)} |`,
    `| expected | ${code(shortly(finding.expected, 400))} |`,
    `| received | ${code(shortly(finding.received, 400))} |`,
    ...(finding.pointer ? [`| at | ${code(shortly(finding.pointer, 400))} |`] : []),
    '',
    ...(script ? fenced(script) : []),
    '</details>',
    '',
  ]
}

const findingSections = (findings: readonly Finding[], run: Run): string[] => {
  let left = mostScriptCharacters
  return findings.flatMap((finding) => {
    const script = curlScript(finding, run.exchanges)
    const fits = script.length <= left
    if (fits) left -= script.length
    return findingSection(finding, run, fits ? script : '# The script is in report.json: it is too long for this page.')
  })
}

const reasonRows = (run: Run, verdict: VerdictName): string[] =>
  reasonsFor(run, verdict).map(([reason, rules]) => `| ${verdict} | ${rules} | ${words(shortly(reason, 300))} |`)

const signOf = ({ finished }: Run): string =>
  finished?.exit_code === 0 ? '✅' : finished?.exit_code === 1 ? '❌' : '⚠️'

const foot = ({ environment, finished, started, checks }: Run): string => {
  const where = environment?.sandbox_base_url ?? environment?.production_base_url ?? 'no target'
  const seconds = ((finished?.ms ?? 0) / 1000).toFixed(1)
  return (
    `${code(where)} · ${checks.length} checks · ${finished?.requests ?? 0} requests · ${seconds} s · ` +
    `seed ${started?.seed ?? '?'} · assay ${started?.suite.version ?? '?'}`
  )
}

export const markdownSummary = (run: Run): string => {
  const counts = countVerdicts(run.rules)
  const broken = brokenRules(run)
  const unjudged = (['error', 'inconclusive', 'not-tested'] as const).flatMap((verdict) => reasonRows(run, verdict))
  const rehearsal = rehearsalIn(run)
  return [
    `## ${signOf(run)} ${words(firstLine(run))}`,
    '',
    ...(rehearsal === null ? [] : [`> **A rehearsal**: the target was ${words(rehearsal)}, no deployment.`, '']),
    '| holds | broken | inconclusive | not tested | error | not applicable |',
    '|---:|---:|---:|---:|---:|---:|',
    `| ${[counts.pass, counts.fail, counts.inconclusive, counts['not-tested'], counts.error, counts['not-applicable']].join(' | ')} |`,
    '',
    ...(run.gate?.problems ?? []).flatMap(({ code: name, message }) => [`- **${name}**: ${words(message)}`]),
    ...(run.gate?.warnings ?? []).flatMap(({ code: name, message }) => [`- ${name}: ${words(message)}`]),
    '',
    ...(broken.length > 0 ? ['### Broken rules', ''] : []),
    ...findingSections(broken.slice(0, mostFindings), run),
    ...(broken.length > mostFindings ? [`… and ${broken.length - mostFindings} more: see report.json.`, ''] : []),
    ...(unjudged.length > 0 ? ['### Not judged', '', '| verdict | rules | why |', '|---|---:|---|'] : []),
    ...unjudged.slice(0, mostReasons),
    ...(unjudged.length > mostReasons ? ['', `… and ${unjudged.length - mostReasons} more reasons.`] : []),
    '',
    foot(run),
    '',
  ].join('\n')
}
