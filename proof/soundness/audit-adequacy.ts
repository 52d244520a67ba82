// `npm run audit-adequacy`: the matrix of bad clients, with whatever survived or turned another rule red; RULE … for some of them.
import { badClients } from '../../tests/audit/bad-clients.ts'
import { rowOf } from '../../tests/audit/matrix.ts'

const asked = process.argv.slice(2)
const unknown = asked.find((rule) => !Object.hasOwn(badClients, rule))
if (unknown !== undefined) {
  process.stderr.write(
    `unknown_rule: ${unknown} is no rule that a journal shows; \`assay rules --party client\` lists them.\n`,
  )
  process.exit(3)
}
const rules = asked.length > 0 ? asked : Object.keys(badClients)
let faults = 0
for (const rule of rules) {
  const { killed, also } = await rowOf(rule)
  if (!killed || also.length > 0) faults += 1
  process.stdout.write(
    `${killed ? 'killed  ' : 'survived'}  ${rule}${also.length > 0 ? `, and also ${also.join(', ')}` : ''}\n`,
  )
}
process.stdout.write(`${rules.length - faults} of ${rules.length} defects are killed by their own rule and no other.\n`)
process.exitCode = faults > 0 ? 1 : 0
