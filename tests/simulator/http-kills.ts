// Kills a started simulator while clients write to it over HTTP, and looks over HTTP whether all that was acknowledged is there, and nothing by half.
import { copyFileSync, cpSync, existsSync } from 'node:fs'
import type { Test } from 'tap'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import { createRandom } from '../../simulator/time/random.ts'
import { startAssay } from '../run-assay.ts'
import { clientOf, emptyLedger, oweAll, signIn, writeOn } from './http-writers.ts'
import type { Ledger } from './http-writers.ts'
import { all, judge, sinceNow } from './judge-ledger.ts'
import type { Since } from './judge-ledger.ts'
import { unlimited } from './support.ts'
import { removeMade } from '../remove-made.ts'
import { firstLine } from '../wait-for.ts'

const started = async (t: Test, data: string) => {
  const running = startAssay([
    'simulate',
    '--port',
    '0',
    '--control-port',
    '0',
    '--data',
    data,
    '--request-log',
    'none',
  ])
  t.teardown(() => running.child.kill('SIGKILL'))
  const line = await Promise.race([
    firstLine(running.child),
    running.ended.then(({ err }) => Promise.reject(new Error(err))),
  ])
  const ready = JSON.parse(line) as Record<string, string>
  const server = {
    sandbox: ready['sandbox_base_url']!,
    production: ready['production_base_url']!,
    control: ready['control_url']!,
  }
  return { ...running, server }
}

/** What a kill at this moment would leave, and what was acknowledged by then. */
const imageOf = (data: string, image: string, ledger: Ledger) => {
  copyFileSync(data, image)
  // What has not come whole has no name of its own, and is gone any moment.
  const filter = (path: string) => !path.endsWith('.incoming')
  if (existsSync(`${data}.files`)) cpSync(`${data}.files`, `${image}.files`, { recursive: true, filter })
  return { image, ledger: structuredClone(ledger) }
}

const judgeImage = async (
  image: string,
  tokens: readonly string[],
  ledger: Ledger,
  since: Since,
): Promise<string[]> => {
  const { sandboxUrl, productionUrl, controlUrl, close } = await startSimulator({
    ...unlimited,
    data: image,
    journal: false,
  })
  const server = { sandbox: sandboxUrl, production: productionUrl, control: controlUrl }
  const wrong = await judge(server, tokens, ledger, since).finally(close)
  removeMade(image)
  removeMade(`${image}.files`)
  return wrong
}

type Kills = {
  /** Processes that are killed. */
  rounds: number
  /** Copies of the data file in each, made between two answers. */
  images: number
  seed: number
  /** Acknowledged writes of a round at most. */
  most?: number
}

export const killOverHttp = async (
  t: Test,
  data: string,
  { rounds, images, seed, most = 60 }: Kills,
): Promise<void> => {
  const random = createRandom([seed, 7, 11, 13])
  for (let warm = 0; warm < 16; warm += 1) random.next()
  const ledger = emptyLedger()
  let tokens: string[] = []
  let since = all
  let judged = 0
  for (let round = 1; round <= rounds; round += 1) {
    const { server, child, ended } = await started(t, data)
    if (round === 1) {
      tokens = await signIn(server)
      await oweAll(server, tokens, ledger)
    }
    t.strictSame(await judge(server, tokens, ledger, since), [], `after kill ${round - 1} all is there`)
    since = sinceNow(ledger)
    const kept: ReturnType<typeof imageOf>[] = []
    const end = ledger.acknowledged + 5 + Math.floor(random.next() * most)
    const step = Math.max(1, Math.floor((end - ledger.acknowledged) / (images + 1)))
    const wait = Math.floor(random.next() * 5)
    let next = ledger.acknowledged + step
    let isOver = false
    const kill = () => {
      isOver = true
      child.kill('SIGKILL')
    }
    const answered = () => {
      if (isOver) return
      if (ledger.acknowledged >= next && kept.length < images) {
        next += step
        kept.push(imageOf(data, `${data}.${round}-${kept.length}`, ledger))
      }
      // Between answers as well as with one.
      if (ledger.acknowledged < end) return
      if (wait === 0) kill()
      else setTimeout(kill, wait)
    }
    const client = clientOf(server, tokens)
    await writeOn(client, ledger, random, { name: `w${round}`, isOver: () => isOver, answered })
    await ended
    await client.close()
    for (const one of kept) {
      const wrong = await judgeImage(one.image, tokens, one.ledger, since)
      if (wrong.length > 0) t.strictSame(wrong, [], `as a kill after ${one.ledger.acknowledged} writes would leave it`)
      judged += 1
    }
  }
  const { server, child, ended } = await started(t, data)
  t.strictSame(await judge(server, tokens, ledger), [], 'in the end all of it is there')
  child.kill('SIGTERM')
  await ended
  t.ok(ledger.acknowledged >= rounds * 5 && judged === rounds * images, 'there was something to lose')
  t.comment(`${rounds} kills, ${judged} data files, ${ledger.acknowledged} acknowledged writes`)
}
