// Workflow commands that GitHub Actions shows as annotations: one for each violated rule, and one for what was not tested.
import { placeOfFinding } from '../differences.ts'
import { ownErrors } from '../own-errors.ts'
import { firstLine } from '../headline.ts'
import { countVerdicts, excuseOf, isSimulatedIn, type Run } from '../summary.ts'
import { passagesOf, passageText } from '../rule-basis.ts'
import { titleOf } from '../violation-title.ts'
import { plainly, shortly } from '../texts.ts'

// The service shows ten of each kind for a step.
const most = 10

const data = (text: string): string => plainly(text).replaceAll('%', '%25')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** The weightiest first, since what comes after the tenth of its kind is not shown. */
const byWeight = (run: Run): { errors: string[]; warnings: string[]; notices: string[] } => {
  const errors: string[] = []
  const notices: string[] = []
  if (run.finished?.exit_code === 2) errors.push(`title=assay has no verdict::${data(firstLine(run))}`)
  for (const { code, message } of run.gate?.problems ?? []) errors.push(`title=${property(code)}::${data(message)}`)
  const simulated = isSimulatedIn(run)
  if (simulated !== null)
    notices.push(`title=assay simulated target::${data(`The target was ${simulated}, no deployment.`)}`)
  const shown = new Set<string>()
  for (const finding of run.findings) {
    const { rule } = finding
    if (shown.has(rule)) continue
    shown.add(rule)
    const { expected, received, pointer } = placeOfFinding(finding)
    const judged = run.rules.find((one) => one.rule === rule)
    const text = judged?.text ?? ''
    const title = titleOf(finding, run).replaceAll('`', '')
    const at = pointer ? ` at ${shortly(pointer)}` : ''
    const excuse = excuseOf(run, rule)
    const passages = judged === undefined ? '' : ` It rests on ${passagesOf(judged).map(passageText).join('; ')}.`
    if (excuse !== null) notices.push(`title=${property(rule)}::${data(`${text} Violated, but ${excuse}.`)}`)
    else if (judged?.verdict === 'arguable')
      notices.push(
        `title=${property(rule)}::${data(`Arguable: ${title}. Rule: ${text} Counter-reading: ${judged.counter ?? ''}`)}`,
      )
    else
      errors.push(
        `title=${property(rule)}::${data(`${title}. Rule: ${text}${passages} Expected ${shortly(expected)}, received ${shortly(received)}${at}.`)}`,
      )
  }
  const warnings: string[] = []
  const own = ownErrors(run)
  if (own !== null) warnings.push(`title=assay error::${data(own)}`)
  const counts = countVerdicts(run.rules)
  if (counts['not-tested'] + counts.inconclusive > 0)
    warnings.push(`title=assay did not test every rule::${data(firstLine(run))}`)
  for (const { code, message } of run.gate?.warnings ?? []) warnings.push(`title=${property(code)}::${data(message)}`)
  return { errors, warnings, notices }
}

export const annotations = (run: Run): string => {
  const { errors, warnings, notices } = byWeight(run)
  const lines = (command: string, texts: readonly string[]) =>
    texts.slice(0, most).map((text) => `::${command} ${text}\n`)
  return [...lines('error', errors), ...lines('warning', warnings), ...lines('notice', notices)].join('')
}
