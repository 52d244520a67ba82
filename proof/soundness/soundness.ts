// `npm run soundness`: judges simulators that keep the contract and take its permitted readings; whatever fails there is a
// false alarm. `npm run soundness -- --help` shows its options.
//
// A mix runs every check. `--readings grouped` runs every check too, with some two dozen readings of different freedoms at once, and
// halves a group that fails until what is left passes when halved. `--readings alone` takes one reading at a time and
// runs the checks of the areas that it concerns.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { serviceRules } from '../../conformance/contract/contract.ts'
import { wholeNumber } from '../../conformance/cli/option-values.ts'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { shardName, type ShardName } from '../../conformance/run/shard.ts'
import { areaOf, selectChecks } from '../../conformance/run/select-checks.ts'
import { freedoms } from '../../simulator/behaviour/readings/choose.ts'
import { judgeReadings, refusingReceivers, type JudgedReadings } from './judge-readings.ts'
import { createLane, type Answer, type Job } from './lane.ts'
import { areaOfPair, concerned, fromPairs, inForce, inGroups, others, pairs } from './reading-groups.ts'

const all = freedoms()
const usual = new Map(all.map(({ id, default: taken }) => [id, taken]))

const worker = async (): Promise<void> => {
  const checks = await loadChecks()
  const work = async ({ simulator, areas, only, record }: Job): Promise<Answer> => {
    try {
      const chosen = selectChecks(checks, { only, areas })
      return { judged: await judgeReadings({ simulator, checks: chosen, all: checks, usual, record }) }
    } catch (error) {
      return { failed: (error as Error).stack ?? String(error) }
    }
  }
  process.on('message', (job: Job) => void work(job).then((answer) => process.send!(answer)))
  process.once('disconnect', () => process.exit(0))
  process.send!('ready')
}

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200)

const tally = new Map<string, number>()
const took = new Set<string>()
const seenFreedoms = new Set<string>()
const failures: string[] = []
const misreadings = new Map<string, string[]>()
let cpuMs = 0

const tell = ({ name }: Job, judged: JudgedReadings, isTellingOpen: boolean): void => {
  const { held, passed, open, taken, misread, faults, requests, seen } = judged
  for (const pair of pairs(taken)) took.add(pair)
  for (const freedom of seen) seenFreedoms.add(freedom)
  cpuMs += judged.cpuMs
  for (const [why, rules] of Object.entries(open)) tally.set(why, (tally.get(why) ?? 0) + rules.length)
  const openCount = Object.values(open).flat().length
  console.log(
    `${name}: ${held.length === 0 ? 'sound' : `${held.length} RULES HELD AGAINST IT`}, ${passed.length} pass, ${openCount} open, ` +
      `${requests} requests, ${(judged.cpuMs / 1000).toFixed(1)} s${judged.reason ? `; ${judged.outcome}: ${judged.reason}` : ''}`,
  )
  for (const { rule, verdict, reason, findings } of held) {
    console.log(`  ${verdict} ${rule}${reason ? `: ${reason.slice(0, 200)}` : ''}`)
    for (const { check, expected, received, pointer } of findings.slice(0, 1))
      console.log(`    by ${check} at ${pointer}: expected ${short(expected)}, received ${short(received)}`)
  }
  if (held.length > 0) console.log(`  in force: ${inForce(taken, held).join(' ')}`)
  if (isTellingOpen)
    for (const [why, rules] of Object.entries(open))
      console.log(`  ${rules.length} ${why.slice(0, 160)}: ${rules.slice(0, 3).join(' ')}`)
  for (const { freedom, seen: reading, taken: was, check } of misread) {
    const what = `${freedom}: seen ${reading} by ${check}, taken ${was}`
    misreadings.set(what, [...(misreadings.get(what) ?? []), name])
  }
  for (const fault of faults) console.log(`  the simulator logged: ${fault.slice(0, 300)}`)
}

const isUnsound = (answer: Answer): boolean =>
  'failed' in answer || answer.judged.held.length > 0 || answer.judged.outcome !== 'complete'

type Means = { ask: (job: Job) => Promise<Answer>; flags: Flags }

const work = async (job: Job, means: Means): Promise<boolean> => {
  const { ask, flags } = means
  const answer = await ask(job)
  if ('failed' in answer) console.log(`${job.name}: NOT JUDGED: ${answer.failed}`)
  else tell(job, answer.judged, flags.open === true)
  if (!isUnsound(answer)) return true
  const taken = pairs(job.simulator.readings ?? {})
  if (taken.length < 2 || job.simulator.vary !== undefined) {
    failures.push(job.name)
    return false
  }
  const found =
    'failed' in answer ? [] : answer.judged.held.flatMap(({ findings }) => findings.map(({ check }) => check))
  const only = found.length > 0 && found.every((id) => checkIds.has(id)) ? [...new Set(found)] : job.only
  const middle = Math.ceil(taken.length / 2)
  let isFound = false
  for (const half of [taken.slice(0, middle), taken.slice(middle)])
    if (!(await work({ ...job, name: half.join(' '), simulator: { readings: fromPairs(half) }, only }, means)))
      isFound = true
  if (!isFound) failures.push(`only together: ${job.name}`)
  return false
}

const checkIds = new Set<string>()

type Flags = {
  mixes?: number
  from: number
  readings?: 'alone' | 'grouped'
  reading?: Record<string, string>
  area?: string
  only: string[]
  shard: ShardName
  lanes: number
  record?: string
  open?: true
}

const listed = (text: string): string[] => text.split(',')

const readFlags = (): Flags =>
  new Command('soundness')
    .description(
      'Judges simulators that keep the contract and take its permitted readings: whatever fails is a false alarm.',
    )
    .option('--mixes <number>', 'mixes to draw (default: 50, or none with --readings or --reading)', wholeNumber)
    .option('--from <seed>', 'seed of the first mix', wholeNumber, 1)
    .addOption(
      new Option('--readings <how>', 'every reading there is, one at a time or in groups').choices([
        'alone',
        'grouped',
      ]),
    )
    .option('--reading <freedom=reading,…>', 'these readings together', (text) => fromPairs(listed(text)))
    .option('--area <name>', 'with readings: those of this area; else its checks only')
    .option('--only <check,…>', 'these checks of a mix only', listed, [])
    .option('--shard <i/n>', 'the i-th of n parts, to judge all in several sittings', shardName, { index: 1, of: 1 })
    .option('--lanes <number>', 'simulators at once', wholeNumber, 2)
    .option('--record <folder>', 'keep the record of each run there')
    .option('--open', 'show also what stayed open in each run')
    .parse()
    .opts<Flags>()

const jobsOf = (flags: Flags, areas: readonly string[]): Job[] => {
  const { from, readings: how, reading: named, area, only } = flags
  const mixes = flags.mixes ?? (how === undefined && named === undefined ? 50 : 0)
  const wanted = others.filter((pair) => area === undefined || areaOfPair(pair) === area)
  const none = { only: [] as string[] }
  // Most mixes would refuse a receiver on this machine, and nothing be seen of deliveries: a third is enough.
  const reachable = Object.fromEntries(refusingReceivers.map((freedom) => [freedom, usual.get(freedom)!]))
  const mixed = Array.from({ length: mixes }, (_, index) => ({
    name: `mix ${from + index}`,
    simulator: { vary: from + index, ...((from + index) % 3 !== 0 && { readings: reachable }) },
    areas: area === undefined ? [] : [area],
    only,
  }))
  if (named !== undefined)
    return [
      ...mixed,
      {
        name: pairs(named).join(','),
        simulator: { readings: named },
        areas: area === undefined ? [] : [area],
        only,
      },
    ]
  if (how === undefined) return mixed
  if (how === 'grouped')
    return [
      ...mixed,
      ...inGroups(wanted).map((group, index) => ({
        name: `group ${index + 1}`,
        simulator: { readings: fromPairs(group) },
        areas: [],
        ...none,
      })),
    ]
  return [
    ...mixed,
    ...wanted.map((pair) => ({
      name: pair,
      simulator: { readings: fromPairs([pair]) },
      areas: [areaOfPair(pair), ...(concerned[areaOfPair(pair)] ?? [])].filter((one) => areas.includes(one)),
      ...none,
    })),
  ]
}

const recordOf = ({ name }: Job, folder: string | undefined): string | undefined =>
  folder && join(folder, `${name.replaceAll(/[^a-z0-9.=-]+/g, '-').slice(0, 120)}.ndjson`)

const run = async (flags: Flags): Promise<void> => {
  if (flags.record !== undefined) mkdirSync(flags.record, { recursive: true })
  const checks = await loadChecks()
  for (const { id } of checks) checkIds.add(id)
  const { index, of } = flags.shard
  const jobs = jobsOf(flags, [...new Set(checks.map(areaOf))]).filter((_job, at) => at % of === index - 1)
  const waiting = [...jobs]
  const lane = async (): Promise<void> => {
    const { ask, close } = createLane(fileURLToPath(import.meta.url))
    try {
      for (let job = waiting.shift(); job; job = waiting.shift())
        await work({ ...job, record: recordOf(job, flags.record) }, { ask, flags })
    } finally {
      close()
    }
  }
  await Promise.all(Array.from({ length: flags.lanes }, lane))
  if (misreadings.size > 0) console.log('\nReadings shown that were not taken:')
  for (const [what, names] of misreadings) console.log(`  ${what} (${names.length}: ${names.slice(0, 5).join(', ')})`)
  console.log('\nOpen, over all runs:')
  for (const [why, count] of [...tally].toSorted(([, one], [, other]) => other - one).slice(0, 25))
    console.log(`  ${count} ${why.slice(0, 200)}`)
  for (const name of failures) console.log(`Failed: ${name}`)
  const mixes = jobs.filter(({ simulator }) => simulator.vary !== undefined).length
  const measured =
    flags.readings === 'grouped' ? 'groups of readings, every check' : 'readings alone, the checks of their areas'
  console.log(
    `\n${mixes} mixes, ${jobs.length - mixes} ${measured}; ${others.filter((pair) => took.has(pair)).length} of ${others.length} readings taken, ` +
      `${seenFreedoms.size} of ${all.length} freedoms seen, ${serviceRules().length} rules; ${failures.length} failed; ${Math.round(cpuMs / 1000)} s of CPU`,
  )
  process.exitCode = failures.length === 0 ? 0 : 1
}

await (process.argv.includes('--worker') ? worker() : run(readFlags()))
