// `npm run soundness`: judges simulators that keep the contract and take its permitted readings; whatever fails there is a
// false alarm. `npm run soundness -- --help` tells its options.
//
// A mix runs every check. `--readings grouped` runs every check too, with some two dozen readings of different freedoms at once, and
// halves a group that fails until what is left passes when halved. `--readings alone` takes one reading at a time and
// runs the checks of the areas that it concerns.
import { fork, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { serviceRules } from '../conformance/contract/contract.ts'
import { wholeNumber } from '../conformance/cli/option-values.ts'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { areaOf, selectChecks } from '../conformance/run/select-checks.ts'
import { conflicts, freedoms, supported } from '../simulator/behaviour/readings/choose.ts'
import { judgeReadings, refusingReceivers, type Held, type JudgedReadings } from './judge-readings.ts'

type Job = {
  name: string
  simulator: { vary?: number; readings?: Record<string, string> }
  /** All when empty. */
  areas: string[]
  only: string[]
  record?: string | undefined
}

type Answer = { judged: JudgedReadings } | { failed: string }

const all = freedoms()
const usual = new Map(all.map(({ id, default: taken }) => [id, taken]))

/** The areas of checks that readings of an area show in, beside their own. */
const concerned: Record<string, string[]> = {
  transport: ['account', 'conventions', 'errors', 'downloads'],
  conventions: ['create', 'list', 'order', 'catalog'],
  auth: ['transport', 'errors'],
  account: ['auth'],
  catalog: ['create', 'order'],
  order: ['create', 'list', 'events'],
  create: ['order', 'idempotency', 'errors'],
  list: ['catalog'],
  amend: ['events', 'order'],
  lifecycle: ['actions', 'events', 'sandbox'],
  actions: ['lifecycle', 'events'],
  revisions: ['lifecycle', 'events', 'conventions'],
  messages: ['documents', 'events'],
  documents: ['downloads', 'order', 'messages'],
  downloads: ['documents'],
  feed: ['events', 'delivery', 'list'],
  webhooks: ['delivery', 'feed'],
  delivery: ['webhooks', 'feed', 'limits'],
  events: ['feed', 'delivery', 'order'],
  errors: ['create', 'auth', 'documents'],
  limits: ['transport'],
  idempotency: ['create'],
  sandbox: ['actions', 'lifecycle', 'events'],
  versioning: ['order', 'events', 'errors', 'webhooks'],
}

const grouped = 24

const excluded = conflicts()

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

/** One process that does one job after another; it is replaced when it hangs, and from time to time. */
const createLane = () => {
  const mostJobs = 25
  const limitMs = 900_000
  let child: ChildProcess | null = null
  let done = 0
  const start = (): Promise<ChildProcess> =>
    new Promise((resolve, reject) => {
      const started = fork(fileURLToPath(import.meta.url), ['--worker'], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      started.once('message', () => resolve(started))
      started.once('exit', (code) => reject(new Error(`A worker ended with ${code} before it was ready.`)))
    })
  const close = (): void => {
    child?.kill('SIGKILL')
    child = null
    done = 0
  }
  const ask = async (job: Job): Promise<Answer> => {
    if (done >= mostJobs) close()
    const served = (child ??= await start())
    done += 1
    return new Promise((resolve) => {
      const end = (answer: Answer, isLost: boolean): void => {
        clearTimeout(timer)
        served.removeAllListeners()
        if (isLost) close()
        resolve(answer)
      }
      const timer = setTimeout(() => end({ failed: `it was not done after ${limitMs / 1000} s` }, true), limitMs)
      served.once('message', (answer) => end(answer as Answer, false))
      served.once('exit', (code) => end({ failed: `its worker ended with exit code ${code}` }, true))
      served.send(job)
    })
  }
  return { ask, close }
}

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200)

const pairs = (readings: Record<string, string>): string[] =>
  Object.entries(readings).map(([freedom, reading]) => `${freedom}=${reading}`)

const fromPairs = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(texts.map((text) => text.split('=') as [string, string]))

/** Every reading other than the default one that the simulator can take. */
const others = all.flatMap((freedom) =>
  supported(freedom)
    .slice(1)
    .map((reading) => `${freedom.id}=${reading}`),
)

const areaOfPair = (pair: string): string => areaOf({ id: pair })

/** Beside one that refuses every receiver, nothing would be seen of readings about deliveries. */
const isRefusing = (pair: string): boolean => refusingReceivers.some((freedom) => pair.startsWith(`${freedom}=`))

const clash = (group: readonly string[], pair: string): boolean =>
  group.some(
    (one) =>
      isRefusing(one) ||
      isRefusing(pair) ||
      one.split('=')[0] === pair.split('=')[0] ||
      excluded.some((two) => two.includes(one) && two.includes(pair)),
  )

/** Groups of readings of as many areas as there are: the next of each area in turn, into the first group with room. */
const inGroups = (readings: readonly string[]): string[][] => {
  const byArea = new Map<string, string[]>()
  for (const pair of readings) byArea.set(areaOfPair(pair), [...(byArea.get(areaOfPair(pair)) ?? []), pair])
  const turns = [...byArea.values()]
  const inTurn = Array.from({ length: Math.max(0, ...turns.map(({ length }) => length)) }, (_, turn) =>
    turns.flatMap((ofArea) => ofArea[turn] ?? []),
  ).flat()
  const groups: string[][] = []
  for (const pair of inTurn) {
    const open = groups.find((group) => group.length < grouped && !clash(group, pair))
    if (open) open.push(pair)
    else groups.push([pair])
  }
  return groups
}

/** In the areas of what was held, or of the checks that held it; all that is in force when nothing fits. */
const inForce = (taken: Record<string, string>, held: readonly Held[]): string[] => {
  const areas = new Set(held.flatMap(({ rule, checks }) => [rule, ...checks].map((id) => areaOf({ id }))))
  return pairs(taken).filter((pair) => areas.has(areaOfPair(pair)))
}

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
      new Option('--readings <way>', 'every reading there is, one at a time or in groups').choices([
        'alone',
        'grouped',
      ]),
    )
    .option('--reading <freedom=reading,…>', 'these readings together', (text) => fromPairs(listed(text)))
    .option('--area <name>', 'with readings: those of this area; else its checks only')
    .option('--only <check,…>', 'these checks of a mix only', listed, [])
    .option('--lanes <number>', 'simulators at once', wholeNumber, 2)
    .option('--record <folder>', 'keep the record of each run there')
    .option('--open', 'tell also what stayed open in each run')
    .parse()
    .opts<Flags>()

const jobsOf = (flags: Flags, areas: readonly string[]): Job[] => {
  const { from, readings: way, reading: named, area, only } = flags
  const mixes = flags.mixes ?? (way === undefined && named === undefined ? 50 : 0)
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
  if (way === undefined) return mixed
  if (way === 'grouped')
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
  const jobs = jobsOf(flags, [...new Set(checks.map(areaOf))])
  const waiting = [...jobs]
  const lane = async (): Promise<void> => {
    const { ask, close } = createLane()
    try {
      for (let job = waiting.shift(); job; job = waiting.shift())
        await work({ ...job, record: recordOf(job, flags.record) }, { ask, flags })
    } finally {
      close()
    }
  }
  await Promise.all(Array.from({ length: flags.lanes }, lane))
  if (misreadings.size > 0) console.log('\nReadings told that were not taken:')
  for (const [what, names] of misreadings) console.log(`  ${what} (${names.length}: ${names.slice(0, 5).join(', ')})`)
  console.log('\nOpen, over all runs:')
  for (const [why, count] of [...tally].toSorted(([, one], [, other]) => other - one).slice(0, 25))
    console.log(`  ${count} ${why.slice(0, 200)}`)
  for (const name of failures) console.log(`Failed: ${name}`)
  const mixes = jobs.filter(({ simulator }) => simulator.vary !== undefined).length
  const way =
    flags.readings === 'grouped' ? 'groups of readings, every check' : 'readings alone, the checks of their areas'
  console.log(
    `\n${mixes} mixes, ${jobs.length - mixes} ${way}; ${others.filter((pair) => took.has(pair)).length} of ${others.length} readings taken, ` +
      `${seenFreedoms.size} of ${all.length} freedoms seen, ${serviceRules().length} rules; ${failures.length} failed; ${Math.round(cpuMs / 1000)} s of CPU`,
  )
  process.exitCode = failures.length === 0 ? 0 : 1
}

await (process.argv.includes('--worker') ? worker() : run(readFlags()))
