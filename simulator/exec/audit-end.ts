// `assay exec --audit`: what is printed of the client when the command has ended, and the exit code that follows.
import type { ClientFindings } from '../control/findings.ts'

type Rule = ClientFindings['rules'][number]

const mostFindings = 3
const mostLetters = 160

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const linesOf = ({ rule, text, findings, remedy }: Rule): string[] => [
  '',
  `  ${rule}`,
  `    ${text}`,
  ...findings
    .slice(0, mostFindings)
    .flatMap(({ expected, received, entries }) => [
      `    expected  ${shown(expected)}`,
      `    received  ${shown(received)}`,
      `    entries   ${entries.slice(-4).join(' ')}`,
    ]),
  ...(findings.length > mostFindings ? [`    … and ${findings.length - mostFindings} more of this rule`] : []),
  `    change    ${(remedy ?? '').replaceAll('`', '')}`,
]

/** The exit code is for a command that ended with 0. */
export const auditEnd = ({ rules, summary, calls }: ClientFindings): { code: 0 | 1 | 2; text: string } => {
  const { fail, pass } = summary
  if (fail + pass === 0)
    return { code: 2, text: `The audit judged no rule: the client made ${counted(calls, 'call')} to the service.\n` }
  const judged = `${fail} of ${counted(pass + fail, 'rule')} of the client violated, ${summary.not_tested} not tested`
  const failed = rules.filter(({ verdict }) => verdict === 'fail')
  return { code: fail > 0 ? 1 : 0, text: `${[`Audit: ${judged}`, ...failed.flatMap(linesOf)].join('\n')}\n` }
}
