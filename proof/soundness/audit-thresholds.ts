// `npm run audit-thresholds [-- --check]`: how often the audit blames a client that is right, into docs/audit-thresholds.md; exit code 1
// where one is, and with --check where the page says otherwise.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { ratesOf, thresholdPage, wrongIn } from '../../tests/audit/threshold-page.ts'
import { root } from '../../tests/places.ts'

const file = join(root, 'docs', 'audit-thresholds.md')
const runs = 10_000

const rates = ratesOf(runs)
const page = await format(thresholdPage(rates), { ...(await resolveConfig(file)), parser: 'markdown' })
for (const name of wrongIn(rates)) {
  process.stdout.write(
    `false_blame: ${name} is right, and is blamed in some of ${runs} runs; see its row in docs/audit-thresholds.md.\n`,
  )
  process.exitCode = 1
}
if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (readFileSync(file, 'utf8') !== page) {
  process.stdout.write(
    'stale_page: docs/audit-thresholds.md must have the rates of these thresholds; run npm run audit-thresholds.\n',
  )
  process.exitCode = 1
}
process.stdout.write(page)
