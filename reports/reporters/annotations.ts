// Workflow commands that GitHub Actions shows as annotations: one for each violated rule, and one for what was not tested.
import { placeOfFinding } from '../differences.ts'
import { ownErrors } from '../own-errors.ts'
import { firstLine } from '../headline.ts'
import { countVerdicts, excuseOf, isSimulatedIn, type Run } from '../summary.ts'
import { titleOf } from '../violation-title.ts'
import { plainly, shortly } from '../texts.ts'

// The service shows ten of each kind for a step.
const most = 10

const data = (text: string): string => plainly(text).replaceAll('%', '%25')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

export const annotations = (run: Run): string => {
  const simulated = isSimulatedIn(run)
  const lines: string[] = []
  if (simulated !== null)
    lines.push(`::notice title=assay simulated target::${data(`The target was ${simulated}, no deployment.`)}`)
  const shown = new Set<string>()
  for (const finding of run.findings) {
    const { rule } = finding
    const { expected, received, pointer } = placeOfFinding(finding)
    if (shown.has(rule) || shown.size >= most) continue
    shown.add(rule)
    const text = run.rules.find((one) => one.rule === rule)?.text ?? ''
    const at = pointer ? ` at ${shortly(pointer)}` : ''
    const excuse = excuseOf(run, rule)
    if (excuse !== null) {
      lines.push(`::notice title=${property(rule)}::${data(`${text} Violated, but ${excuse}.`)}`)
      continue
    }
    lines.push(
      `::error title=${property(rule)}::${data(`${titleOf(finding, run).replaceAll('`', '')}. Rule: ${text} Expected ${shortly(expected)}, received ${shortly(received)}${at}.`)}`,
    )
  }
  if (run.finished?.exit_code === 2) lines.push(`::error title=assay has no verdict::${data(firstLine(run))}`)
  const errors = ownErrors(run)
  if (errors !== null) lines.push(`::warning title=assay error::${data(errors)}`)
  for (const { code, message } of run.gate?.problems ?? [])
    lines.push(`::error title=${property(code)}::${data(message)}`)
  for (const { code, message } of run.gate?.warnings ?? [])
    lines.push(`::warning title=${property(code)}::${data(message)}`)
  const counts = countVerdicts(run.rules)
  if (counts['not-tested'] + counts.inconclusive > 0)
    lines.push(`::warning title=assay did not test every rule::${data(firstLine(run))}`)
  return lines.map((line) => `${line}\n`).join('')
}
