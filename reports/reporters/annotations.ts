// Workflow commands that GitHub Actions shows as annotations: one for each broken rule, and one for what was not judged.
import { countVerdicts, excuseOf, firstLine, rehearsalIn, type Run } from '../summary.ts'
import { plainly, shortly } from '../texts.ts'

// The service shows ten of each kind for a step.
const most = 10

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

export const annotations = (run: Run): string => {
  const rehearsal = rehearsalIn(run)
  const lines: string[] = []
  if (rehearsal !== null)
    lines.push(`::notice title=assay rehearsal::${data(`The target was ${rehearsal}, no deployment.`)}`)
  const told = new Set<string>()
  for (const { rule, expected, received, pointer } of run.findings) {
    if (told.has(rule) || told.size >= most) continue
    told.add(rule)
    const text = run.rules.find((one) => one.rule === rule)?.text ?? ''
    const at = pointer ? ` at ${shortly(pointer)}` : ''
    const excuse = excuseOf(run, rule)
    if (excuse !== null) {
      lines.push(`::notice title=${property(rule)}::${data(plainly(`${text} Broken, but ${excuse}.`))}`)
      continue
    }
    lines.push(
      `::error title=${property(rule)}::${data(`${text} Expected ${shortly(expected)}, received ${shortly(received)}${at}.`)}`,
    )
  }
  if (run.finished?.exit_code === 2) lines.push(`::error title=assay could not judge::${data(plainly(firstLine(run)))}`)
  for (const { code, message } of run.gate?.problems ?? [])
    lines.push(`::error title=${property(code)}::${data(plainly(message))}`)
  for (const { code, message } of run.gate?.warnings ?? [])
    lines.push(`::warning title=${property(code)}::${data(plainly(message))}`)
  const counts = countVerdicts(run.rules)
  if (counts['not-tested'] + counts.inconclusive > 0)
    lines.push(`::warning title=assay did not judge every rule::${data(plainly(firstLine(run)))}`)
  return lines.map((line) => `${line}\n`).join('')
}
