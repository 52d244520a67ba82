// `npm run peers`: the same deliberate defects for our own suite and for the tools that a user could pick instead.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { selectDefects } from '../conformance/adequacy/select-defects.ts'
import { seededRandom } from '../conformance/kit/seeded-random.ts'
import { peerLines, type PeerScore, type PeerScores } from '../reports/peer-scores.ts'
import type { Defect } from '../simulator/behaviour/defects/defect.ts'
import { faultTypes } from '../simulator/behaviour/defects/fault-types.ts'
import { defects } from '../simulator/behaviour/defects/index.ts'
import { dredd } from './dredd.ts'
import { readFlags, wrong, type Flags } from './flags.ts'
import { signatures } from './normalise.ts'
import { judgeOurselvesOnce, type Ours } from './ours.ts'
import { gaveUp, type Peer, type RunningPeer } from './peer.ts'
import { root } from './places.ts'
import { portman } from './portman.ts'
import { prism } from './prism.ts'
import { respect } from './respect.ts'
import { schemathesis } from './schemathesis.ts'
import { caughtBy, falseCatches, median, newIn, noiseOf, scoreOf, type Known, type Look } from './score.ts'
import { stepCi } from './step-ci.ts'
import { freePort, startTarget } from './target.ts'

const table: readonly Peer[] = [prism, dredd, portman, stepCi, respect, schemathesis]

type Started = { peer: Peer; running: RunningPeer; looks: Look[] }

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const known = (one: Defect): Known => ({ id: one.id, area: one.breaks.split('.')[0]!, deep: one.deep !== undefined })

/** In an order of chance, so that a run that is cut short has looked at a sample too. */
const shuffled = <T>(all: readonly T[], seed: number): T[] => {
  const random = seededRandom(seed, 'order of peers')
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

type Recorded = Look & { peer: string }

/** What a run that was cut short has seen already. */
const recorded = (file: string): Recorded[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Recorded)
    : []

const startAll = async (asked: readonly string[], base: string, before: readonly Recorded[]): Promise<Started[]> => {
  const started: Started[] = []
  for (const peer of table.filter(({ id }) => asked.length === 0 || asked.includes(id))) {
    const missing = peer.missing()
    const looks = before.filter((one) => one.peer === peer.id)
    if (missing === null) started.push({ peer, running: await peer.start(base), looks })
    else say(`Without ${peer.title}: ${missing}`)
  }
  return started
}

/** A simulator that will not even start with a defect is seen by everybody. */
const look = async (
  port: number,
  seed: number,
  { peer, running, looks }: Started,
  defect: string | null,
): Promise<Look> => {
  const target = await startTarget(port, seed, defect ?? undefined).catch((error: Error) => error)
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

const scoreOfPeer = ({ peer, looks }: Started, sample: readonly Known[]): PeerScore => {
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
    ...scoreOf(sample, faultTypes, caught),
  }
}

const ourScore = (
  { version, cleanRuns, noise, requests, seconds, caught }: Ours,
  sample: readonly Known[],
): PeerScore => ({
  id: 'assay',
  title: 'assay',
  version,
  how: 'a defect counts only when the rule that it breaks goes red; requests and seconds are those of one whole run',
  clean_runs: cleanRuns,
  noise: noise.length,
  false_catches: noise.length > 0 ? cleanRuns : 0,
  requests,
  seconds,
  ...scoreOf(sample, faultTypes, caught),
})

const write = (scores: PeerScores, { out, update }: Flags): void => {
  const text = `${JSON.stringify(scores, null, 1)}\n`
  mkdirSync(dirname(resolve(out)), { recursive: true })
  writeFileSync(out, text)
  if (update) writeFileSync(`${root}fixtures/adequacy/peers.json`, text)
}

const measure = async (flags: Flags): Promise<void> => {
  const { seed, clean, minutes, out, resume } = flags
  const from = Date.now()
  const isOver = (): boolean => Date.now() - from > minutes * 60_000
  const named = flags.defect.length > 0
  const chosen = selectDefects(defects, { ...flags, area: [], ...(named && { sample: undefined }) }).defects as Defect[]
  const inSample = new Set(chosen.map(({ id }) => id))
  const typed = (named ? [] : Object.values(faultTypes)).map((ids) =>
    ids.map((id) => defects.find((one) => one.id === id)!),
  )
  const order = [...new Set([...typed.map(([first]) => first!), ...shuffled(chosen, seed), ...typed.flat()])]
  const port = await freePort()
  const file = `${out}.ndjson`
  mkdirSync(dirname(resolve(file)), { recursive: true })
  const kept = `${out}.ours.json`
  if (!resume) {
    writeFileSync(file, '')
    rmSync(kept, { force: true })
  }
  const started = await startAll(flags.peer, `http://127.0.0.1:${port}/sandbox/v1`, recorded(file))
  const hasSeen = (defect: string): boolean => started.every(({ looks }) => looks.some((one) => one.defect === defect))
  const cleanRuns = (): number =>
    Math.min(...started.map(({ looks }) => looks.filter(({ defect }) => defect === null).length))
  const lookAll = async (defect: string | null, times = 1): Promise<void> => {
    for (const one of started)
      if (one.looks.filter((look) => look.defect === defect).length < times) {
        const seen = await look(port, seed, one, defect)
        appendFileSync(file, `${JSON.stringify({ peer: one.peer.id, ...seen })}\n`)
      }
  }
  const lookClean = async (times: number): Promise<void> => {
    while (cleanRuns() < times) {
      say('no defect')
      await lookAll(null, times)
    }
  }
  say(`${order.length} defects, ${started.length} peers`)
  const done: Defect[] = []
  if (started.length > 0) await lookClean(Math.min(2, clean))
  for (const defect of order) {
    if (!hasSeen(defect.id) && isOver()) break
    if (!hasSeen(defect.id)) say(`${done.length + 1} of ${order.length}: ${defect.id}, which breaks ${defect.breaks}`)
    await lookAll(defect.id)
    done.push(defect)
  }
  if (started.length > 0) await lookClean(clean)
  for (const { running } of started) await running.stop()
  const sample = done.filter(({ id }) => inSample.has(id)).map(known)
  const own = flags.ours
    ? await judgeOurselvesOnce(
        kept,
        done.map(({ id }) => id),
        seed,
      )
    : null
  const caught = new Map(started.map(({ peer, looks }) => [peer.id, caughtBy(looks)]))
  if (own) caught.set('assay', own.caught)
  const scores: PeerScores = {
    version: 1,
    ran_at: new Date(from).toISOString(),
    seed,
    node: process.versions.node,
    of: defects.length,
    sample: sample.length,
    fault_types: Object.keys(faultTypes),
    peers: [...(own ? [ourScore(own, sample)] : []), ...started.map((one) => scoreOfPeer(one, sample))],
    defects: Object.fromEntries(
      done.map(({ id }) => [id, [...caught].filter(([, ids]) => ids.has(id)).map(([peer]) => peer)]),
    ),
  }
  write(scores, flags)
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
