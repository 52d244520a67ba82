// `npm run audit-growth`: what an audit costs by the number of its entries: the life of the good client again and again, as HAR.
// --most N ends earlier; --write puts the table and the plot into docs/.
import { execFile } from 'node:child_process'
import { createWriteStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { runClientOn } from '../../tests/audit/client-run.ts'
import { sandboxOrigin } from '../../tests/audit/client-scene.ts'
import { manyEntries } from '../../tests/audit/many-entries.ts'
import { svgOf, type Line } from './plot.ts'

const steps = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000]
const mostAt = process.argv.indexOf('--most')
const most = mostAt === -1 ? Infinity : Number(process.argv[mostAt + 1])

const life = async (): Promise<string> => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, publicOrigin: sandboxOrigin })
  try {
    return await runClientOn(simulator)
  } finally {
    await simulator.close()
  }
}

const har = function* (one: string, count: number): Generator<string> {
  yield '{"log":{"version":"1.2","creator":{"name":"a tool","version":"1"},"entries":[\n'
  let isFirst = true
  for (const entry of manyEntries(one, count)) {
    yield isFirst ? entry : `,\n${entry}`
    isFirst = false
  }
  yield '\n]}}\n'
}

type Cost = { code: number; cpuSeconds: number; megabytes: number; out: string }

const assay = fileURLToPath(new URL('../../assay.js', import.meta.url))

/** In a process of its own, which says at its end what it has used. */
const costOf = (file: string): Promise<Cost> =>
  new Promise((resolve, reject) => {
    const said = 'process.on("exit", () => console.error(JSON.stringify(process.resourceUsage())))'
    const args = ['--import', `data:text/javascript,${encodeURIComponent(said)}`, assay, 'audit', file, '--from-start']
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
      const line = err.trim().split('\n').at(-1) ?? ''
      if (!line.startsWith('{')) return reject(error ?? new Error(err))
      const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(line) as NodeJS.ResourceUsage
      const code = error === null ? 0 : Number(error.code)
      resolve({ code, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024, out })
    })
  })

type Row = { count: number; file: number } & Pick<Cost, 'cpuSeconds' | 'megabytes'>

const cellsOf = ({ count, file, cpuSeconds, megabytes }: Row): string[] => [
  count.toLocaleString('en-US'),
  `${Math.round(file / 1e6)} MB`,
  `${cpuSeconds.toFixed(1)} s`,
  `${((cpuSeconds / count) * 1e6).toFixed(0)} µs`,
  `${Math.round(megabytes)} MB`,
]

const rows: Row[] = []
const folder = temporaryFolder('audit-growth')
try {
  const one = await life()
  for (const count of steps.filter((step) => step <= most)) {
    const file = join(folder.path, `${count}.har`)
    await pipeline(Readable.from(har(one, count)), createWriteStream(file))
    const { code, cpuSeconds, megabytes, out } = await costOf(file)
    const row = { count, file: statSync(file).size, cpuSeconds, megabytes }
    rows.push(row)
    process.stdout.write(`${cellsOf(row).join('  ')}  exit code ${code}: ${out.split('\n')[0]}\n`)
  }
} finally {
  folder.remove()
}

const docs = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url))

if (process.argv.includes('--write')) {
  const head = [
    ['entries', 'file', 'CPU', 'CPU an entry', 'memory'],
    ['--:', '--:', '--:', '--:', '--:'],
  ]
  const table = [...head, ...rows.map(cellsOf)].map((row) => `| ${row.join(' | ')} |`).join('\n')
  const page = docs('audit-limits.md')
  const text = readFileSync(page, 'utf8')
  writeFileSync(page, text.replace(/(<!-- npm run audit-growth -->\n\n)[^]*?(\n\n!\[)/, `$1${table}$2`))
  const line = (name: string, of: (row: Row) => number): Line => ({
    name,
    points: rows.map((row) => [row.count, of(row)] as const),
  })
  const plot = svgOf({
    title: 'What an audit takes, by the number of its entries',
    x: 'entries',
    y: 'seconds, tens of MB',
    lines: [line('CPU (s)', ({ cpuSeconds }) => cpuSeconds), line('memory (10 MB)', ({ megabytes }) => megabytes / 10)],
  })
  writeFileSync(docs('audit-growth.svg'), plot)
}
