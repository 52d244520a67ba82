// Kills a started simulator while clients write to it over HTTP, and looks over HTTP whether all that was acknowledged is there, and nothing by half.
import { copyFileSync, cpSync, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import { createRandom } from '../../simulator/time/random.ts'
import { startAssay } from '../run-assay.ts'
import { clientOf, emptyLedger, oweAll, putHook, signIn, writeOn } from './http-writers.ts'
import type { Ledger, Server } from './http-writers.ts'
import { all, judge, owedEvents, sinceNow } from './judge-ledger.ts'
import type { Since } from './judge-ledger.ts'
import { unlimited } from './support.ts'
import { removeMade } from '../remove-made.ts'
import { firstLine } from '../wait-for.ts'

const flags = ['simulate', '--port', '0', '--control-port', '0', '--request-log', 'none', '--allow-http-webhooks']

const started = async ({ data, program, teardown }: Kills) => {
  const running = startAssay([...flags, '--data', data], program === undefined ? {} : { program: [program] })
  teardown(() => running.child.kill('SIGKILL'))
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

/** Gives the owed account a receiver that answers: which events it never gets. */
const deliverAll = async (server: Server, tokens: readonly string[], { teardown }: Kills) => {
  const owed = new Set(await owedEvents(server, tokens))
  const count = owed.size
  const receiver = createServer(async (request, response) => {
    const { id } = (await json(request)) as { id: string }
    owed.delete(id)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  teardown(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  await putHook(server, tokens, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
  const client = clientOf(server, tokens)
  // The longest wait between two attempts is shorter.
  await client.company('POST', '/clock/advance', { seconds: 12 * 3600 }).finally(() => client.close())
  return { count, never: [...owed].map((id) => `${id} was owed, and never came`) }
}

type Kills = {
  data: string
  teardown: (end: () => void) => void
  /** Processes that are killed. */
  rounds: number
  /** Copies of the data file in each, made between two answers. */
  images: number
  seed: number
  /** Acknowledged writes of a round at most. */
  most?: number
  /** Another build of the program. */
  program?: string
}

type Killed = {
  kills: number
  images: number
  acknowledged: number
  delivered: number
  /** What was lost or is there by half; the first time that there was something. */
  wrong: string[]
}

export const killOverHttp = async (given: Kills): Promise<Killed> => {
  const { data, rounds, images, seed, most = 60 } = given
  const random = createRandom([seed, 7, 11, 13])
  for (let warm = 0; warm < 16; warm += 1) random.next()
  const ledger = emptyLedger()
  let tokens: string[] = []
  let since = all
  const done = { kills: 0, images: 0, acknowledged: 0, delivered: 0 }
  const end = (when: string, wrong: readonly string[]): Killed => ({
    ...done,
    acknowledged: ledger.acknowledged,
    wrong: wrong.map((one) => `${when}: ${one}`),
  })
  for (let round = 1; round <= rounds; round += 1) {
    const { server, child, ended } = await started(given)
    if (round === 1) {
      tokens = await signIn(server)
      await oweAll(server, tokens, ledger)
    }
    const wrong = await judge(server, tokens, ledger, since)
    if (wrong.length > 0) return end(`after kill ${round - 1}`, wrong)
    since = sinceNow(ledger)
    const kept: ReturnType<typeof imageOf>[] = []
    const last = ledger.acknowledged + 5 + Math.floor(random.next() * most)
    const step = Math.max(1, Math.floor((last - ledger.acknowledged) / (images + 1)))
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
      if (ledger.acknowledged < last) return
      if (wait === 0) kill()
      else setTimeout(kill, wait)
    }
    const client = clientOf(server, tokens)
    await writeOn(client, ledger, random, { name: `w${round}`, isOver: () => isOver, answered })
    await ended
    await client.close()
    done.kills += 1
    for (const one of kept) {
      const half = await judgeImage(one.image, tokens, one.ledger, since)
      if (half.length > 0) return end(`as a kill after ${one.ledger.acknowledged} writes would leave it`, half)
      done.images += 1
    }
  }
  const { server, child, ended } = await started(given)
  const lost = await judge(server, tokens, ledger)
  if (lost.length > 0) return end('in the end', lost)
  const { count, never } = await deliverAll(server, tokens, given)
  done.delivered = count - never.length
  child.kill('SIGTERM')
  await ended
  return end('in the end', never)
}
