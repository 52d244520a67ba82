// `npm run peers`: the same defects and generated mutants for our own suite and for the tools that a user could pick instead.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { selectDefects } from '../matrix/select-defects.ts'
import { peerLines, type PeerScore, type PeerScores } from '../report/peer-scores.ts'
import type { Defect } from '../defects/defect.ts'
import { faultTypes } from '../defects/fault-types.ts'
import { defects } from '../defects/index.ts'
import { cats } from './cats.ts'
import { dredd } from './dredd.ts'
import { readFlags, wrong, type Flags } from './flags.ts'
import { signatures } from './normalise.ts'
import { startMutant } from './mutant-target.ts'
import { drawMutants, type DrawnMutant } from './mutants.ts'
import { doneOf, interleaved, shuffled } from './order.ts'
import { judgeOurselvesOnce, type Ours } from './ours.ts'
import { gaveUp, type Peer, type RunningPeer } from './peer.ts'
import { root } from './places.ts'
import { portman } from './portman.ts'
import { prism } from './prism.ts'
import { respect } from './respect.ts'
import { schemathesis } from './schemathesis.ts'
import { caughtBy, falseCatches, foundTypes, median, newIn, noiseOf, scoreOf, type Known, type Look } from './score.ts'
import { stepCi } from './step-ci.ts'
import { writeTables } from './tables.ts'
import { freePort, startTarget, type PreparedTarget } from './target.ts'

const table: readonly Peer[] = [prism, dredd, portman, stepCi, respect, schemathesis, cats]

type Started = { peer: Peer; running: RunningPeer; looks: Look[] }

/** One of several that look at the same time: a port of its own, each peer started for it, and what all lanes saw shared. */
type Lane = { port: number; started: readonly Started[] }

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const known = (one: Defect): Known => ({ id: one.id, area: one.breaks.split('.')[0]!, deep: one.deep !== undefined })

/** What is looked at; without an id a simulator that has nothing wrong. */
type Clean = { id: null; what: string; start(port: number, seed: number): Promise<PreparedTarget> }
type Subject = Omit<Clean, 'id'> & { id: string }

const withDefect = ({ id, breaks }: Defect): Subject => ({
  id,
  what: `${id}, which breaks ${breaks}`,
  start: (port, seed) => startTarget(port, seed, { defect: id }),
})

const withMutant = ({ id, file, line, original, replacement, built }: DrawnMutant): Subject => ({
  id,
  what: `${id}, ${file}:${line} ${original} → ${replacement}`,
  start: (port, seed) => startMutant(port, seed, built),
})

/** Every second clean look is at the mutated code, where there is one, so that what is peculiar to it is noise too. */
const clean = (nth: number, folder: string | null): Clean => ({
  id: null,
  what: 'no defect',
  start: (port, seed) =>
    folder !== null && nth % 2 === 1
      ? startMutant(port, seed, { folder, number: null, hitLimit: 0 })
      : startTarget(port, seed),
})

type Recorded = Look & { peer: string }

/** What a run that was cut short has seen already. */
const recorded = (file: string): Recorded[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Recorded)
    : []

type Taking = Pick<Started, 'peer' | 'looks'>

const takingPart = (asked: readonly string[], before: readonly Recorded[]): Taking[] =>
  table
    .filter(({ id }) => asked.length === 0 || asked.includes(id))
    .flatMap((peer) => {
      const missing = peer.missing()
      if (missing === null) return [{ peer, looks: before.filter((one) => one.peer === peer.id) }]
      say(`Without ${peer.title}: ${missing}`)
      return []
    })

const startLane = async (taking: readonly Taking[]): Promise<Lane> => {
  const port = await freePort()
  const started: Started[] = []
  for (const { peer, looks } of taking)
    started.push({ peer, looks, running: await peer.start(`http://127.0.0.1:${port}/sandbox/v1`) })
  return { port, started }
}

/** Each lane takes the next one as soon as it has looked at its last. */
const inLanes = async <T>(lanes: readonly Lane[], all: Iterable<T>, each: (lane: Lane, one: T) => Promise<void>) => {
  const left = all[Symbol.iterator]()
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = left.next(); !next.done; next = left.next()) await each(lane, next.value)
    }),
  )
}

/** Else whatever the peers say would pass for noise. */
const isPrepared = (target: PreparedTarget | Error): boolean =>
  !(target instanceof Error) && target.token !== '' && !Object.values(target.orders).includes('ord_none')

/** A simulator that will not even start with a defect is seen by everybody. */
const look = async (
  port: number,
  seed: number,
  { peer, running, looks }: Started,
  { id: defect, start }: Subject | Clean,
): Promise<Look> => {
  const target = await start(port, seed).catch((error: Error) => error)
  if (defect === null && !isPrepared(target))
    throw new Error('A simulator without a defect does not do what is prepared.')
  const from = Date.now()
  const complaints =
    target instanceof Error
      ? [gaveUp(target.message)]
      : await running.examine(target).catch((error: Error) => [gaveUp(error.message)])
  const seconds = (Date.now() - from) / 1000
  const requests = target instanceof Error ? 0 : target.requests()
  const one = { defect, said: signatures(complaints), requests, seconds }
  if (!(target instanceof Error)) await target.stop()
  looks.push(one)
  const news = newIn(one.said, noiseOf(looks))
  const verdict =
    defect === null
      ? `${one.said.length} complaints`
      : news.length > 0
        ? `caught: ${news[0]!.slice(0, 110)}`
        : 'nothing new'
  say(
    `  ${peer.id.padEnd(13)} ${seconds.toFixed(1).padStart(6)} s ${String(one.requests).padStart(5)} requests  ${verdict}`,
  )
  return one
}

type Sample = { defects: readonly Known[]; mutants: readonly DrawnMutant[] }

const scoreOfPeer = ({ peer, looks }: Taking, { defects, mutants }: Sample): PeerScore => {
  const caught = caughtBy(looks)
  return {
    id: peer.id,
    title: peer.title,
    version: peer.version(),
    how: peer.how,
    clean_runs: looks.filter(({ defect }) => defect === null).length,
    noise: noiseOf(looks).size,
    false_catches: falseCatches(looks),
    requests: median(looks.map(({ requests }) => requests)),
    seconds: median(looks.map(({ seconds }) => seconds)),
    ...scoreOf(defects, faultTypes, caught, mutants),
  }
}

const ourScore = (
  { version, cleanRuns, noise, requests, seconds, caught }: Ours,
  { defects, mutants }: Sample,
): PeerScore => ({
  id: 'assay',
  title: 'assay',
  version,
  how: 'a defect counts only when the rule that it breaks goes red, a mutant when any does; requests and seconds are those of one whole run',
  clean_runs: cleanRuns,
  noise: noise.length,
  false_catches: noise.length > 0 ? cleanRuns : 0,
  requests,
  seconds,
  ...scoreOf(defects, faultTypes, caught, mutants),
})

const write = async (scores: PeerScores, { out, update }: Flags): Promise<void> => {
  const text = await format(JSON.stringify(scores), { ...(await resolveConfig(`${root}package.json`)), parser: 'json' })
  mkdirSync(dirname(resolve(out)), { recursive: true })
  writeFileSync(out, text)
  if (!update) return
  writeFileSync(`${root}fixtures/adequacy/peers.json`, text)
  writeTables(scores)
}

const measure = async (flags: Flags): Promise<void> => {
  const { seed, minutes, out, resume } = flags
  const from = Date.now()
  const isOver = (): boolean => Date.now() - from > minutes * 60_000
  const named = flags.defect.length > 0
  const chosen = selectDefects(defects, { ...flags, area: [], ...(named && { sample: undefined }) }).defects as Defect[]
  const types = named ? [] : Object.values(faultTypes)
  const typed = [...types.map(([first]) => first), ...types.flat()].map((id) => defects.find((one) => one.id === id)!)
  const { drawn, of, folder } =
    flags.mutants > 0 ? await drawMutants(flags.mutants, seed, say) : { drawn: [], of: 0, folder: null }
  const [ofDefects, ofMutants] = [shuffled(chosen, seed), shuffled(drawn, seed)]
  const sampled = interleaved(ofDefects.map(withDefect), ofMutants.map(withMutant))
  const each = [...sampled, ...typed.map(withDefect)].map((one) => [one.id, one] as const)
  const order = [...new Map(each).values()]
  const file = `${out}.ndjson`
  mkdirSync(dirname(resolve(file)), { recursive: true })
  const kept = `${out}.ours.json`
  if (!resume) {
    writeFileSync(file, '')
    writeFileSync(kept, 'null')
  }
  const taking = takingPart(flags.peer, recorded(file))
  const before = new Map(taking.map(({ peer, looks }) => [peer.id, looks.map(({ defect }) => defect)]))
  const cleanBefore = (id: string): number => before.get(id)!.filter((defect) => defect === null).length
  const lanes = await Promise.all(Array.from({ length: taking.length > 0 ? flags.lanes : 1 }, () => startLane(taking)))
  const lookAll = async ({ port, started }: Lane, subject: Subject | Clean, without: (id: string) => boolean) => {
    for (const one of started.filter(({ peer }) => !without(peer.id))) {
      const seen = await look(port, seed, one, subject)
      appendFileSync(file, `${JSON.stringify({ peer: one.peer.id, ...seen })}\n`)
    }
  }
  const lookClean = async (from: number, to: number): Promise<void> => {
    const left = Array.from({ length: to }, (_, nth) => nth).filter(
      (nth) => nth >= from && taking.some(({ peer }) => cleanBefore(peer.id) <= nth),
    )
    await inLanes(lanes, left, async (lane, nth) => {
      const subject = clean(nth, folder)
      say(subject.what)
      await lookAll(lane, subject, (id) => cleanBefore(id) > nth)
    })
  }
  say(`${chosen.length} defects, ${drawn.length} mutants, ${taking.length} peers`)
  const done = new Set<string>()
  const first = Math.min(2, flags.clean)
  await lookClean(0, first)
  await inLanes(lanes, order.entries(), async (lane, [at, subject]) => {
    const sawBefore = (peer: string): boolean => before.get(peer)!.includes(subject.id)
    const isSeen = taking.every(({ peer }) => sawBefore(peer.id))
    if (!isSeen && isOver()) return
    if (!isSeen) say(`${at + 1} of ${order.length}: ${subject.what}`)
    await lookAll(lane, subject, sawBefore)
    done.add(subject.id)
  })
  await lookClean(first, flags.clean)
  for (const { started } of lanes) for (const { running } of started) await running.stop()
  const mutants = doneOf(ofMutants, done)
  const sample: Sample = { defects: doneOf(ofDefects, done).map(known), mutants }
  const looked = {
    defects: defects.map(({ id }) => id).filter((id) => done.has(id)),
    mutants: mutants.map(({ id }) => id),
  }
  const own = flags.ours ? await judgeOurselvesOnce(kept, looked, flags) : null
  const caught = new Map(taking.map(({ peer, looks }) => [peer.id, caughtBy(looks)]))
  if (own) caught.set('assay', own.caught)
  const caughtOf = (ids: readonly string[]): Record<string, string[]> =>
    Object.fromEntries(ids.map((id) => [id, [...caught].flatMap(([peer, all]) => (all.has(id) ? [peer] : []))]))
  const scores: PeerScores = {
    version: 1,
    ran_at: new Date(from).toISOString(),
    seed,
    node: process.versions.node,
    of: defects.length,
    sample: sample.defects.length,
    fault_types: foundTypes(faultTypes, done),
    peers: [...(own ? [ourScore(own, sample)] : []), ...taking.map((one) => scoreOfPeer(one, sample))],
    defects: caughtOf(looked.defects),
    mutants: { of, sample: mutants.length, caught: caughtOf(looked.mutants) },
  }
  await write(scores, flags)
  say(peerLines(scores).join('\n'))
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2))

try {
  await measure(readFlags(table.map(({ id }) => id)))
} catch (error) {
  const { code, message } = error as { code?: string; message: string }
  if (code === undefined) throw error
  wrong(message)
}
process.exit(0)
