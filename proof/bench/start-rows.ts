// Rows of starting: the simulator beside Koa, in a process that runs already, and with a full data file.
import { join } from 'node:path'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'
import { inTurn, type Figure, type Row, type Setting } from './row.ts'
import { fill, startLoad, startSimulated } from './simulated.ts'
import { startWorker, type Worker } from './worker.ts'

const ready = async ({ assay, rounds: count }: Setting): Promise<Figure[]> => {
  const timed = async (start: Promise<Worker>) => {
    const worker = await start
    const { cpu } = await worker.usage()
    await worker.close()
    return { ms: worker.readyMs, cpu }
  }
  const pairs = await inTurn(count, async () => ({
    ours: await timed(startWorker('serve-simulator.js', [assay])),
    koa: await timed(startWorker('serve-koa.js', [])),
  }))
  const figure = (what: 'ms' | 'cpu', against: string): Figure => ({
    against: `Koa, ${against}`,
    kind: 'times',
    rounds: pairs.map(({ ours, koa }) => ours[what] / koa[what]),
    target: 2.5,
  })
  return [figure('cpu', 'processor time until ready'), figure('ms', 'time until ready')]
}

const inProcess = async ({ assay, rounds: count }: Setting): Promise<Figure[]> => {
  const { worker } = await startSimulated(assay)
  const again = await inTurn(count, () => worker.ask<number>('again'))
  const resets = await inTurn(count, () => worker.ask<number>('reset'))
  await worker.close()
  return [
    { against: 'ms, createSimulator() in a running process', kind: 'value', rounds: again, target: 20 },
    { against: 'ms, reset()', kind: 'value', rounds: resets, target: 2 },
  ]
}

const reopen = async ({ assay, many, rounds: count }: Setting): Promise<Figure[]> => {
  const { path: directory, remove } = temporaryFolder('bench')
  const data = join(directory, 'data')
  const [filled, load] = await Promise.all([startSimulated(assay, { data }), startLoad()])
  await fill(load, filled, many)
  await Promise.all([filled.worker.close(), load.close()])
  const cost = async (options: object) => {
    const worker = await startWorker('serve-simulator.js', [assay, JSON.stringify(options)])
    const { cpu } = await worker.usage()
    await worker.close()
    return cpu / 1e6
  }
  const empty = await cost({})
  const full = await inTurn(Math.min(count, 3), () => cost({ data }))
  remove()
  const each = full.map((seconds) => ((seconds - empty) * 100_000) / many)
  return [{ against: 'CPU-seconds for 100,000 orders', kind: 'value', rounds: each, target: 2, note: `${many} orders` }]
}

export const startRows: Row[] = [
  { id: 'ready', title: 'Ready after start', measure: ready },
  { id: 'in-process', title: 'In a test', measure: inProcess },
  { id: 'reopen', title: 'Reopening a data file', measure: reopen },
]
