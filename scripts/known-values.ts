// `npm run known-values`: every value that the service shows, by where its truth stands besides, with the rule that a wrong one violates;
// then those that nothing confirms, each with the reason.
import { knownValues } from '../tests/value-table.ts'

const { confirmed, unconfirmed } = knownValues()

const lines = (rows: readonly (readonly [string, string])[]): string[] =>
  rows.map(([field, text]) => `  ${field.padEnd(50)} ${text}`)

const open = Object.entries(unconfirmed)
console.log(`${confirmed.length} of ${confirmed.length + open.length} values are known from elsewhere`)
for (const from of new Set(confirmed.map((one) => one.from))) {
  const rows = confirmed.filter((one) => one.from === from).map(({ value, rule }) => [value, rule] as const)
  console.log([`\n${from}: ${rows.length}`, ...lines(rows)].join('\n'))
}
console.log([`\nconfirmed by nothing: ${open.length}`, ...lines(open)].join('\n'))
