// `npm run costs`: judges a simulator of our own and writes what each check and scenario sent to conformance/run/costs.json.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { format } from 'prettier'
import { temporaryFolder } from '../own-files/temporary-folder.ts'
import type { Costs } from '../conformance/run/costs.ts'
import type { RunEvent } from '../reports/run-record.ts'
import { assay, root } from '../tests/places.ts'
import { costsOf, dearer, withRowsOf } from './cost-rows.ts'

const several = (id: string, before: readonly string[]): string[] => [...before, id]

const { only } = new Command('costs')
  .description(
    'Measures what each check and scenario sends, in three runs of some minutes, and writes conformance/run/costs.json.',
  )
  .option(
    '--only <check>',
    'measure this check and write its row alone, which takes seconds; may be repeated',
    several,
    [],
  )
  .allowExcessArguments(false)
  .parse()
  .opts<{ only: string[] }>()

const file = join(root, 'conformance/run/costs.json')
const { path: folder, remove } = temporaryFolder('costs')
const reportFolder = join(folder, 'report')
process.once('exit', remove)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const startSimulator = async (profile: string): Promise<void> => {
  const args = [assay, 'simulate', '--port', '0', '--control-port', '0', '--profile-out', profile]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  process.once('exit', () => child.kill())
  await once(child.stdout, 'data')
}

const judge = async (profile: string, ...narrowed: string[]): Promise<RunEvent[]> => {
  const args = [assay, 'conform', '--target', profile, '--seed', '1', '--report-dir', reportFolder, ...narrowed]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const stop = () => child.kill()
  process.once('exit', stop)
  const [code] = await once(child, 'close')
  process.off('exit', stop)
  if (code !== 0) {
    console.error(
      `costs_not_measured: the run ended with ${code}, but costs are measured on a run that finds nothing; see what it printed.`,
    )
    process.exit(1)
  }
  return readFileSync(join(reportFolder, 'run.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RunEvent)
}

const onlyOf = (checks: readonly string[]): string[] => checks.flatMap((id) => ['--only', id])

/** In a whole run it finds what others asked for: its own scenarios cost something where it runs alone. */
const alone = ['feed.filters-agree-with-the-whole']

/** A whole run, with the rows of what asks for other things in it, and one of the limits without a control port, where a whole minute's rate is used up for them alone. */
const measureAll = async (profile: string) => {
  const without = join(folder, 'uncontrolled.yaml')
  writeFileSync(without, readFileSync(profile, 'utf8').replace(/^control_url:.*$/m, ''))
  const whole = withRowsOf(costsOf(await judge(profile)), alone, costsOf(await judge(profile, ...onlyOf(alone))))
  return { ...whole, uncontrolled: dearer(costsOf(await judge(without, '--area', 'limits')), whole) }
}

const measureSome = async (profile: string) => {
  const run = await judge(profile, ...onlyOf(only))
  return withRowsOf(JSON.parse(readFileSync(file, 'utf8')) as Costs, only, costsOf(run))
}

const profile = join(folder, 'target.yaml')
await startSimulator(profile)
const costs = await (only.length > 0 ? measureSome(profile) : measureAll(profile))
writeFileSync(file, await format(JSON.stringify(costs), { parser: 'json', printWidth: 120 }))
console.log(`${only.length || Object.keys(costs.checks).length} checks measured: ${file}`)
process.exit()
