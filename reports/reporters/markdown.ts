// Markdown for the summary of a CI job: what holds, what is broken and how to see it, what was not judged.
import { curlScript } from '../curl-script.ts'
import type { Finding, VerdictName } from '../run-record.ts'
import { countVerdicts, firstLine, reasonsFor, type Run } from '../summary.ts'
import { shortly } from '../texts.ts'

const mostFindings = 20
const mostReasons = 15

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;')
const code = (text: string): string => `\`${cell(text).replaceAll('`', 'ˋ')}\``

const brokenRules = (run: Run): Finding[] => {
  const first = new Map<string, Finding>()
  for (const finding of run.findings) if (!first.has(finding.rule)) first.set(finding.rule, finding)
  return [...first.values()]
}

const findingSection = (finding: Finding, run: Run): string[] => {
  const rule = run.rules.find((one) => one.rule === finding.rule)
  const script = curlScript(finding, run.exchanges)
  return [
    `<details><summary><code>${finding.rule}</code> ${cell(rule?.text ?? '')}</summary>`,
    '',
    '| | |',
    '|---|---|',
    ...(rule ? [`| section | ${cell(rule.source)} |`] : []),
    `| check | ${code(finding.check)} |`,
    `| expected | ${code(shortly(finding.expected, 400))} |`,
    `| received | ${code(shortly(finding.received, 400))} |`,
    ...(finding.pointer ? [`| at | ${code(finding.pointer)} |`] : []),
    '',
    ...(script ? ['````sh', script.trimEnd(), '````', ''] : []),
    '</details>',
    '',
  ]
}

const reasonRows = (run: Run, verdict: VerdictName): string[] =>
  reasonsFor(run, verdict).map(([reason, rules]) => `| ${verdict} | ${rules} | ${cell(shortly(reason, 300))} |`)

export const markdownSummary = (run: Run): string => {
  const counts = countVerdicts(run.rules)
  const broken = brokenRules(run)
  const unjudged = (['error', 'inconclusive', 'not-tested'] as const).flatMap((verdict) => reasonRows(run, verdict))
  const { environment, finished, started } = run
  const where = environment?.sandbox_base_url ?? environment?.production_base_url ?? 'no target'
  const sign = finished?.exit_code === 0 ? '✅' : finished?.exit_code === 1 ? '❌' : '⚠️'
  return [
    `## ${sign} ${cell(firstLine(run))}`,
    '',
    ...(environment?.embedded ? ['**A rehearsal**: the target was the embedded simulator, no deployment.', ''] : []),
    '| holds | broken | inconclusive | not tested | error | not applicable |',
    '|---:|---:|---:|---:|---:|---:|',
    `| ${[counts.pass, counts.fail, counts.inconclusive, counts['not-tested'], counts.error, counts['not-applicable']].join(' | ')} |`,
    '',
    ...(broken.length > 0 ? ['### Broken rules', ''] : []),
    ...broken.slice(0, mostFindings).flatMap((finding) => findingSection(finding, run)),
    ...(broken.length > mostFindings ? [`… and ${broken.length - mostFindings} more: see report.html.`, ''] : []),
    ...(unjudged.length > 0 ? ['### Not judged', '', '| verdict | rules | why |', '|---|---:|---|'] : []),
    ...unjudged.slice(0, mostReasons),
    ...(unjudged.length > mostReasons ? ['', `… and ${unjudged.length - mostReasons} more reasons.`] : []),
    '',
    `${code(where)} · ${run.checks.length} checks · ${finished?.requests ?? 0} requests · ` +
      `${((finished?.ms ?? 0) / 1000).toFixed(1)} s · seed ${started?.seed ?? '?'} · assay ${started?.suite.version ?? '?'}`,
    '',
  ].join('\n')
}
