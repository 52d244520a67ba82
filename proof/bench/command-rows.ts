// Rows of the command: its start, its first request, a whole run, and what a defect costs that is looked for alone.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'
import { inTurn, type Figure, type Row, type Setting } from './row.ts'

const run = promisify(execFile)

const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const { path: folder, remove } = temporaryFolder('bench')
  try {
    return await work(folder)
  } finally {
    remove()
  }
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
  const times = await inTurn(count, () => command(assay, ['--help']))
  return [{ against: 'ms, assay --help', kind: 'value', rounds: times.map(({ ms }) => ms), target: 120 }]
}

const suite = async ({ assay, rounds: count }: Setting): Promise<Figure[]> => {
  const args = ['conform', '--embedded', '--seed', '7', '--report-dir']
  const times = await inTurn(count > 5 ? 3 : 1, () =>
    inFolder((folder) => command(assay, [...args, join(folder, 'out')])),
  )
  return [
    { against: 'CPU-seconds, simulator included', kind: 'value', rounds: times.map(({ cpu }) => cpu), target: 7 },
    { against: 'seconds of wall time', kind: 'value', rounds: times.map(({ ms }) => ms / 1000), target: 12 },
  ]
}

/** Of a target that is there already: milliseconds from the start of the command to its first request. */
const firstRequest = async ({ assay, rounds: count }: Setting): Promise<Figure[]> => {
  const server = createServer((_request, answer) => void answer.writeHead(503).end())
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const times = await inFolder(async (folder) => {
    const target = join(folder, 'target.yaml')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/v1`
    const credential = '{ client_id: cli_bench, client_secret: bench, environment: sandbox }'
    await writeFile(target, `sandbox_base_url: ${url}\ncredentials:\n  main: ${credential}\n`)
    return inTurn(count, async () => {
      const began = performance.now()
      const args = [
        join(resolve(assay), 'dist/assay.js'),
        'conform',
        '--target',
        target,
        '--report-dir',
        join(folder, 'out'),
      ]
      const child = spawn(process.execPath, args, { stdio: 'ignore' })
      await once(server, 'request')
      const ms = performance.now() - began
      child.kill('SIGKILL')
      await once(child, 'exit')
      return ms
    })
  })
  server.closeAllConnections()
  server.close()
  return [{ against: 'ms until the first request of a run', kind: 'value', rounds: times, target: 700 }]
}

type Matrix = { defects: { cost: { cpu_ms: number } }[] }

const defects = async ({ assay, rounds: count }: Setting): Promise<Figure[]> => {
  const sample = count > 5 ? 200 : 40
  const some = ['--whole', '0', '--random', '0', '--shorten', '0', '--no-reference', '--workers', '1']
  const { defects: rows } = await inFolder(async (folder) => {
    const args = ['adequacy', ...some, '--sample', String(sample), '--report-dir', join(folder, 'out')]
    await command(assay, args)
    return JSON.parse(await readFile(join(folder, 'out', 'matrix.json'), 'utf8')) as Matrix
  })
  const mean = rows.reduce((sum, { cost }) => sum + cost.cpu_ms, 0) / rows.length / 1000
  const note = `the mean of ${rows.length}`
  return [{ against: 'CPU-seconds for a defect looked for alone', kind: 'value', rounds: [mean], target: 0.25, note }]
}

export const commandRows: Row[] = [
  { id: 'help', title: 'The command', measure: help },
  { id: 'first-request', title: 'The first request of a run', measure: firstRequest },
  { id: 'suite', title: 'A whole run of the suite', measure: suite },
  { id: 'defects', title: 'A defect', measure: defects },
]
