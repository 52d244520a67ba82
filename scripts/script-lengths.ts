// How many requests the script of each defect of a sample has, and whether it alone shows the defect: exit code 1 with it, 0 without.
import { parseArgs } from 'node:util'
import { seededRandom } from '../conformance/kit/seeded-random.ts'
import { neededFor } from '../reports/needed-exchanges.ts'
import { causeScript } from '../reports/shortened-run.ts'
import { burst } from '../reports/used-up-rate.ts'
import { defects } from '../proof/defects/index.ts'
import { runScript, runWithDefect } from '../tests/defect-script.ts'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '100' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Without reruns nothing is shortened. */
    'no-rerun': { type: 'boolean', default: false },
  },
})

const few = 5

const random = seededRandom(Number(values.seed), 'script-lengths')
const named = values.only?.split(',')
const sample = named
  ? defects.filter(({ id }) => named.includes(id))
  : defects
      .map(({ id }) => ({ id, lot: random() }))
      .toSorted((one, other) => one.lot - other.lot)
      .slice(0, Number(values.sample))

type Row = {
  requests: number
  outcome: 'shown' | 'no script' | 'not judged' | 'misses it' | 'accuses a sound one' | 'not judged once fixed'
}

let lastLine = ''
const outcomeOf = async (script: string, defect: string): Promise<Row['outcome']> => {
  if (script === '') return 'no script'
  const withBug = await runScript(script, defect)
  lastLine = `${withBug.code} ${withBug.last}`
  if (withBug.code !== 1) return withBug.code === 0 ? 'misses it' : 'not judged'
  const sound = await runScript(script)
  lastLine += ` | ${sound.code} ${sound.last}`
  return sound.code === 0 ? 'shown' : sound.code === 1 ? 'accuses a sound one' : 'not judged once fixed'
}

const rows: Row[] = []
for (const { id } of sample) {
  const found = await runWithDefect(id, !values['no-rerun'])
  if (found === null) {
    process.stdout.write(`${id}: no check of its rule found it here\n`)
    continue
  }
  const { run, rule } = found
  const cause = run.causes.find(({ rules }) => rules.includes(rule)) ?? null
  const finding = cause ? run.findings[cause.example]! : run.findings.find((one) => one.rule === rule)!
  const script = causeScript(finding, cause, run)
  const sent = neededFor(finding, run.exchanges).length
  const many = /'#\[1-\d+\]'/.test(script) ? burst : 0
  // What the company does is no request.
  const calls = (script.match(/^ANSWER=.*/gm) ?? []).filter((line) => !/"\$ASSAY_CONTROL_URL"|=\$\(heard /.test(line))
  const requests = script === '' ? sent : calls.length + many
  const outcome = await outcomeOf(script, id)
  rows.push({ requests, outcome })
  process.stdout.write(
    `${String(requests).padStart(3)}  ${outcome.padEnd(20)}  ${id}${cause?.calls ? '' : ' (not shortened)'}${outcome === 'shown' ? '' : `  ${lastLine} [${finding.check}]`}\n`,
  )
}

const shown = rows.filter(({ outcome }) => outcome === 'shown')
const short = shown.filter(({ requests }) => requests <= few)
process.stdout.write(
  `${rows.length} defects: ${shown.length} shown by their script alone, ${short.length} of them with ${few} requests or fewer\n`,
)
process.exit(0)
