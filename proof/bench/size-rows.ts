// Rows of size: memory beside Koa, and bytes for each order.
import type { Load } from './make-load.ts'
import { median, type Figure, type Row, type Setting } from './row.ts'
import { fill, readText, sendTo, startLoad, startSimulated, type Simulated } from './simulated.ts'
import { startWorker, type Usage } from './worker.ts'

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

/** What lenders do all day, with webhooks on, but for what makes an order or an event, which is kept by contract. */
const daily = (
  { url, tokens }: Simulated,
  orders: readonly string[],
): [part: number, given: Omit<Load, 'amount'>][] => {
  const base = { url, tokens, method: 'GET' as const }
  const each = orders.map((id) => `/orders/${id}`)
  const amendment = JSON.stringify({ lender_reference: 'BENCH-1' })
  return [
    [0.45, { ...base, paths: each }],
    [0.15, { ...base, paths: ['/orders', '/orders?page=3', '/orders?status=new', '/account', '/order-types'] }],
    [0.15, { ...base, paths: ['/events', '/events?per_page=50&type=order.created'] }],
    [0.15, { ...base, method: 'PATCH', paths: each, body: amendment }],
    [0.1, { ...base, method: 'POST', paths: ['/webhook/test'], body: JSON.stringify({ type: 'order.created' }) }],
  ]
}

type Halves = [first: number, second: number]

/** Most resident memory of each half, and what is kept at its end. */
const longRun = async (assay: string, requests: number): Promise<{ resident: Halves; kept: Halves }> => {
  const [simulated, receiver, load] = await Promise.all([
    startSimulated(assay, { allowHttpWebhooks: true }, ['--expose-gc']),
    startWorker('serve-receiver.js', []),
    startLoad(),
  ])
  const { worker } = simulated
  await sendTo(simulated, await receiver.ask<string>('url'))
  await fill(load, simulated, 1000)
  const { data } = JSON.parse(await readText(simulated, '/orders?per_page=100')) as { data: { id: string }[] }
  const parts = daily(
    simulated,
    data.map(({ id }) => id),
  )
  const steps = 10
  const half = async (): Promise<{ most: number; kept: number }> => {
    let most = 0
    for (let step = 0; step < steps; step += 1) {
      for (const [part, given] of parts)
        await load.ask('load', { ...given, amount: Math.round((part * requests) / 2 / steps) })
      most = Math.max(most, (await worker.usage()).rss)
    }
    return { most, kept: (await worker.ask<Usage>('settle')).heap }
  }
  const [first, second] = [await half(), await half()]
  await Promise.all([worker, receiver, load].map((one) => one.close()))
  return { resident: [first.most, second.most], kept: [first.kept, second.kept] }
}

const memory = async ({ assay, requests, rounds }: Setting): Promise<Figure[]> => {
  const rest: { ours: number; koa: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const workers = await Promise.all([startWorker('serve-simulator.js', [assay]), startWorker('serve-koa.js', [])])
    const [ours, koa] = await Promise.all(workers.map((worker) => worker.usage()))
    rest.push({ ours: ours!.rss, koa: koa!.rss })
    await Promise.all(workers.map((worker) => worker.close()))
  }
  const { resident, kept } = await longRun(assay, requests)
  const middle = (of: 'ours' | 'koa') => median(rest.map((one) => one[of]))
  return [
    {
      against: 'Koa, resident memory at rest',
      kind: 'times',
      rounds: rest.map(({ ours, koa }) => ours / koa),
      target: 1.5,
      note: `${megabytes(middle('ours'))} and ${megabytes(middle('koa'))}`,
    },
    {
      against: `itself, most in the second half of ${requests} to the first`,
      kind: 'times',
      rounds: [resident[1] / resident[0]],
      target: 1.1,
      note: `${megabytes(resident[0])}, then ${megabytes(resident[1])}`,
    },
    {
      against: `itself, objects kept after ${requests} to after half`,
      kind: 'times',
      rounds: [kept[1] / kept[0]],
      target: 1.1,
      note: `${megabytes(kept[0])}, then ${megabytes(kept[1])}`,
    },
  ]
}

const orderBytes = async ({ assay, many }: Setting): Promise<Figure[]> => {
  const [simulated, load] = await Promise.all([startSimulated(assay, {}, ['--expose-gc']), startLoad()])
  const heap = async () => (await simulated.worker.ask<Usage>('settle')).heap
  // What is kept of the latest requests is full by then.
  await fill(load, simulated, 5_000)
  const sizes = [await heap()]
  const half = async () => {
    await fill(load, simulated, many / 2)
    return heap()
  }
  sizes.push(await half(), await half())
  await Promise.all([simulated.worker.close(), load.close()])
  const each = [1, 2].map((at) => ((sizes[at]! - sizes[at - 1]!) * 2) / many / 1000)
  return [{ against: 'kB for each order, of the first half and of the second', kind: 'value', rounds: each, target: 6 }]
}

export const sizeRows: Row[] = [
  { id: 'memory', title: 'Memory', measure: memory },
  { id: 'order-bytes', title: 'Bytes of an order', measure: orderBytes },
]
