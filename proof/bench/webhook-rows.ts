// Rows of webhooks: signed deliveries, and attempts that fail, beside a bare client that makes the same exchanges.
import { costOf, median, type Figure, type Row, type Setting } from './row.ts'
import type { Sending } from './send-webhooks.ts'
import type { Received } from './serve-receiver.ts'
import { fill, sendTo, startLoad, startSimulated } from './simulated.ts'
import { startWorker } from './worker.ts'

/** Until the eighth retry is over. */
const allRetries = 4 * 86_400

type Kind = { status: number; seconds: number; attempts: number; batch: (setting: Setting) => number }

const measure = async (setting: Setting, { status, seconds, attempts, batch }: Kind) => {
  const amount = batch(setting)
  const [receiver, bare, load] = await Promise.all([
    startWorker('serve-receiver.js', []),
    startWorker('send-webhooks.js', []),
    startLoad(),
  ])
  const url = await receiver.ask<string>('url')
  const simulated = await startSimulated(setting.assay, { allowHttpWebhooks: true, clock: { mode: 'manual' } })
  const { worker } = simulated
  await sendTo(simulated, url, ['order.created'])
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= setting.rounds; round += 1) {
    // The first attempt of each fails as the order is placed; what is measured is what falls due later.
    await receiver.ask('answer', 500)
    await fill(load, { ...simulated, tokens: await worker.ask<string[]>('tokens') }, amount)
    await worker.ask('idle')
    await receiver.ask('answer', status)
    const before = (await receiver.ask<Received>('received')).count
    const { each } = await costOf(worker, async () => {
      await worker.ask('advance', seconds)
      await worker.ask('idle')
      return amount * attempts
    })
    const { count, headers: sent, body } = await receiver.ask<Received>('received')
    if (count - before !== amount * attempts)
      throw new Error(`${count - before} deliveries of ${amount * attempts} came`)
    const sending: Sending = { url, headers: sent, body, amount: amount * attempts }
    const { each: bareEach } = await costOf(bare, async () => {
      await bare.ask('send', sending)
      return sending.amount
    })
    // The first round is not counted: what is compiled late is compiled then.
    if (round === 0) continue
    ours.push(each)
    theirs.push(bareEach)
  }
  await Promise.all([worker, receiver, bare, load].map((one) => one.close()))
  const note = `${median(ours).toFixed(0)} and ${median(theirs).toFixed(0)} µs each, ${amount} events`
  return { ours, theirs, note }
}

const against = 'a bare client, processor time a delivery'

const signed = async (setting: Setting): Promise<Figure[]> => {
  const batch = ({ many }: Setting) => Math.min(5_000, many / 10)
  const { ours, theirs, note } = await measure(setting, { status: 204, seconds: 60, attempts: 1, batch })
  return [{ against, kind: 'ratio', rounds: ours.map((each, n) => theirs[n]! / each), target: 0.5, note }]
}

const failing = async (setting: Setting): Promise<Figure[]> => {
  const batch = ({ many }: Setting) => Math.min(10_000, many / 10)
  const rounds = Math.min(setting.rounds, 3)
  const kind = { status: 500, seconds: allRetries, attempts: 8, batch }
  const { ours, theirs, note } = await measure({ ...setting, rounds }, kind)
  return [{ against, kind: 'times', rounds: ours.map((each, n) => each / theirs[n]!), target: 2, note }]
}

export const webhookRows: Row[] = [
  { id: 'webhooks', title: 'Signed webhooks', measure: signed },
  { id: 'retries', title: 'Attempts that fail, on a manual clock', measure: failing },
]
