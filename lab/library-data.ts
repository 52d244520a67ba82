// fixtures/client-libraries.yaml: of the lab's clients, what the audit recognises and what corrects it.
import { stringify } from 'yaml'
import { undented } from './clients-page.ts'
import type { Entry } from './entry.ts'

const head = `# Client libraries that \`assay audit\` recognises by their User-Agent, or by the names of their headers, and what corrects each for a rule, in the words of a program of the lab.
# Made of lab/clients/ by \`npm run lab -- --update\`.
`

export const libraryData = (entries: readonly Entry[]): string => {
  const rows = entries.flatMap(({ title, user_agent, header_names, corrections }) => {
    if ((user_agent ?? header_names) === null || corrections.length === 0) return []
    const rules = [...new Set(corrections.map(({ rule }) => rule))]
    const linesOf = (rule: string): string[] =>
      corrections.flatMap((one) => (one.rule === rule ? undented(one.with) : []))
    const marks = { ...(user_agent !== null && { user_agent }), ...(header_names !== null && { header_names }) }
    return [{ title, ...marks, corrections: Object.fromEntries(rules.map((rule) => [rule, linesOf(rule)])) }]
  })
  return head + stringify(rows, { lineWidth: 0 })
}
