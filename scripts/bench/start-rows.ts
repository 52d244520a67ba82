// Rows of starting: the simulator beside Koa, in a process that runs already, with a full data file, and the command.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Figure, Row, Setting } from './row.ts'
import { fill, startLoad, startSimulated } from './simulated.ts'
import { startWorker, type Worker } from './worker.ts'

const run = promisify(execFile)

const rounds = async <T>(count: number, one: () => Promise<T>): Promise<T[]> => {
  const all: T[] = []
  for (let round = 0; round < count; round += 1) all.push(await one())
  return all
}

const ready = async ({ assay, rounds: count }: Setting): Promise<Figure[]> => {
  const timed = async (start: Promise<Worker>) => {
    const worker = await start
    const { cpu } = await worker.usage()
    await worker.close()
    return { ms: worker.readyMs, cpu }
  }
  const pairs = await rounds(count, async () => ({
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
  const again = await rounds(count, () => worker.ask<number>('again'))
  const resets = await rounds(count, () => worker.ask<number>('reset'))
  await worker.close()
  return [
    { against: 'ms, createSimulator() in a running process', kind: 'value', rounds: again, target: 20 },
    { against: 'ms, reset()', kind: 'value', rounds: resets, target: 2 },
  ]
}

const reopen = async ({ assay, many, rounds: count }: Setting): Promise<Figure[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'))
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
  const full = await rounds(Math.min(count, 3), () => cost({ data }))
  await rm(directory, { recursive: true })
  const each = full.map((seconds) => ((seconds - empty) * 100_000) / many)
  return [{ against: 'CPU-seconds for 100,000 orders', kind: 'value', rounds: each, target: 2, note: `${many} orders` }]
}

/** Tells the processor time of a command as it ends. */
const meter = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('\\nCPU '+(user+system))})`

const command = async (assay: string, args: string[]): Promise<{ ms: number; cpu: number }> => {
  const began = performance.now()
  const { stderr } = await run(process.execPath, ['--import', meter, join(resolve(assay), 'dist/assay.js'), ...args], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return { ms: performance.now() - began, cpu: Number(/CPU ([0-9]+)/.exec(stderr)?.[1] ?? NaN) / 1e6 }
}

const help = async ({ assay, rounds: count }: Setting): Promise<Figure[]> => {
  const times = await rounds(count, () => command(assay, ['--help']))
  return [{ against: 'ms, assay --help', kind: 'value', rounds: times.map(({ ms }) => ms), target: 120 }]
}

const suite = async ({ assay, rounds: count }: Setting): Promise<Figure[]> => {
  const args = ['conform', '--embedded', '--seed', '7', '--report-dir', join(tmpdir(), `assay-bench-${process.pid}`)]
  const times = await rounds(count > 5 ? 3 : 1, () => command(assay, args))
  return [
    { against: 'CPU-seconds, simulator included', kind: 'value', rounds: times.map(({ cpu }) => cpu), target: 7 },
    { against: 'seconds of wall time', kind: 'value', rounds: times.map(({ ms }) => ms / 1000), target: 12 },
  ]
}

export const startRows: Row[] = [
  { id: 'ready', title: 'Ready after start', measure: ready },
  { id: 'in-process', title: 'In a test', measure: inProcess },
  { id: 'reopen', title: 'Reopening a data file', measure: reopen },
  { id: 'help', title: 'The command', measure: help },
  { id: 'suite', title: 'A whole run of the suite', measure: suite },
]
