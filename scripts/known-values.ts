// `npm run known-values`: every value that the service shows, by where its truth stands besides, with the rule that a wrong one violates;
// then those that nothing confirms, each with the reason.
import { knownValues } from '../tests/value-table.ts'

const { truth, unconfirmed } = knownValues()

const width = 50
const lines = (rows: Record<string, string>): string[] =>
  Object.entries(rows).map(([field, text]) => `  ${field.padEnd(width)} ${text}`)

const groups = Object.entries(truth)
const confirmed = groups.reduce((sum, [, rows]) => sum + Object.keys(rows).length, 0)
const open = Object.keys(unconfirmed).length

console.log(`${confirmed} of ${confirmed + open} values are known from elsewhere`)
for (const [from, rows] of groups) console.log([`\n${from}: ${Object.keys(rows).length}`, ...lines(rows)].join('\n'))
console.log([`\nconfirmed by nothing: ${open}`, ...lines(unconfirmed)].join('\n'))
