// `npm run bench:plots`: measures and draws what a request costs with ever more orders, and how verdicts come with requests, into docs/.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'
import { draft } from './draft.ts'
import type { Load, Measured } from './make-load.ts'
import { svgOf, type Line } from './plot.ts'
import { costOf, median } from './row.ts'
import { fill, readText, startLoad, startSimulated } from './simulated.ts'

const most = process.argv.includes('--quick') ? 20_000 : 100_000
const steps = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000].filter((count) => count <= most)
const rounds = 5
const reads = 600
/** Those that are placed to be measured are fewer than from one step to the next. */
const creates = 100
/** Of each reading, before the first is measured: until then V8 compiles. */
const warming = 6_000

const paths = {
  'GET /orders/{id}': '/orders/{id}',
  'GET /orders': '/orders',
  'GET /orders, filtered': '/orders?status=new&updated_since=2020-01-01T00:00:00Z',
  'GET /events': '/events',
}

const costs = async (): Promise<Line[]> => {
  const [simulated, load] = await Promise.all([startSimulated('.'), startLoad()])
  const { url, tokens, worker } = simulated
  const lines = new Map<string, [number, number][]>()
  const measure = async (name: string, orders: number, given: Load): Promise<void> => {
    const each: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const work = async () => (await load.ask<Measured>('load', given)).requests
      each.push((await costOf(worker, work)).each)
    }
    lines.set(name, [...(lines.get(name) ?? []), [orders, median(each.slice(1))]])
  }
  let made = 0
  for (const orders of steps) {
    await fill(load, simulated, orders - made)
    made = orders
    const { data } = JSON.parse(await readText(simulated, '/orders')) as { data: { id: string }[] }
    const readings = Object.entries(paths).map(([name, path]) => {
      const load: Load = { url, tokens, method: 'GET', paths: [path.replace('{id}', data[0]!.id)], amount: reads }
      return [name, load] as const
    })
    if (orders === steps[0]) for (const [, reading] of readings) await load.ask('load', { ...reading, amount: warming })
    for (const [name, reading] of readings) await measure(name, orders, reading)
    const body = JSON.stringify(draft())
    const placing: Load = { url, tokens, method: 'POST', paths: ['/orders'], body, keyed: true, amount: creates }
    await measure('POST /orders', orders, placing)
    made += creates * (rounds + 1)
    process.stdout.write(`${orders} orders\n`)
  }
  await Promise.all([worker.close(), load.close()])
  return [...lines].map(([name, points]) => ({ name, points }))
}

/** After how many requests how many checks and rules have a verdict. */
const verdicts = (): Line[] => {
  const { path: directory, remove } = temporaryFolder('plots')
  const args = [
    'dist/assay.js',
    'conform',
    '--embedded',
    '--seed',
    '7',
    '--reporter',
    'ndjson',
    '--report-dir',
    join(directory, 'out'),
  ]
  execFileSync(process.execPath, args, { stdio: 'ignore' })
  const record = readFileSync(join(directory, 'out', 'run.ndjson'), 'utf8')
  remove()
  let requests = 0
  let checks = 0
  const rules = new Set<string>()
  const lines: Record<'checks' | 'rules', [number, number][]> = { checks: [[0, 0]], rules: [[0, 0]] }
  for (const line of record.trim().split('\n')) {
    const event = JSON.parse(line) as { type: string; outcomes?: { rule: string }[] }
    if (event.type === 'exchange') requests += 1
    if (event.type === 'check-finished') {
      checks += 1
      for (const { rule } of event.outcomes ?? []) rules.add(rule)
      lines.checks.push([requests, checks])
      lines.rules.push([requests, rules.size])
    }
  }
  return [
    { name: 'checks with a verdict', points: lines.checks },
    { name: 'rules compared', points: lines.rules },
  ]
}

writeFileSync(
  'docs/performance-verdicts.svg',
  svgOf({ title: 'Verdicts against requests', x: 'requests of one run', y: 'verdicts', lines: verdicts() }),
)
writeFileSync(
  'docs/performance-orders.svg',
  svgOf({
    title: 'Cost of a request against the number of orders',
    x: 'orders',
    y: 'µs of processor time',
    logarithmic: true,
    lines: await costs(),
  }),
)
