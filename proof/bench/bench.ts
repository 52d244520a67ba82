// `npm run bench`: one table of what the simulator costs beside its peers, measured in the same run. It judges no absolute time.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { commandRows } from './command-rows.ts'
import { growthRows } from './growth-rows.ts'
import { installedIn, mockNames } from './mocks.ts'
import { requestRows } from './request-rows.ts'
import { median, type Figure, type Row, type Setting } from './row.ts'
import { sizeRows } from './size-rows.ts'
import { startRows } from './start-rows.ts'
import { webhookRows } from './webhook-rows.ts'

const rows: Row[] = [...requestRows, ...webhookRows, ...sizeRows, ...growthRows, ...startRows, ...commandRows]

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    assay: { type: 'string', default: '.' },
    peers: { type: 'string', default: '.' },
    out: { type: 'string', default: '.cache/bench' },
  },
})

const { quick, assay, peers } = values
const chosen = values.only.length === 0 ? rows : rows.filter(({ id }) => values.only.includes(id))
const unknown = values.only.filter((id) => !rows.some((row) => row.id === id))
if (unknown.length > 0) {
  process.stderr.write(`There is no row ${unknown.join(', ')}; there are ${rows.map(({ id }) => id).join(', ')}.\n`)
  process.exit(3)
}

const setting: Setting = quick
  ? { rounds: 5, seconds: 0.3, many: 10_000, requests: 20_000, assay, peers }
  : { rounds: 7, seconds: 2, many: 100_000, requests: 1_000_000, assay, peers }

const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2))

const lineOf = ({ against, kind, rounds, target, note = '' }: Figure): string => {
  const value = median(rounds)
  const isMet = target === null || (kind === 'ratio' ? value >= target : value <= target)
  const range = `${shown(Math.min(...rounds))} to ${shown(Math.max(...rounds))}`
  const sign = kind === 'value' ? '' : ' ×'
  const wanted =
    target === null ? '' : `${kind === 'ratio' ? 'at least' : 'at most'} ${target}${isMet ? '' : '  MISSED'}`
  return `  ${`${shown(value)}${sign}`.padEnd(10)} ${against.padEnd(46)} ${range.padEnd(18)} ${wanted.padEnd(24)} ${note}`.trimEnd()
}

const began = performance.now()
process.stdout.write(
  `Node ${process.version}, medians of ${setting.rounds} alternating rounds${quick ? ', quick' : ''}\n`,
)
const missing = mockNames.filter((name) => !installedIn(peers).includes(name))
if (missing.length > 0)
  process.stdout.write(
    `Not installed, and not measured: ${missing.join(', ')}; --peers DIR names a folder that has them.\n`,
  )
const measured: { id: string; title: string; figures: Figure[] }[] = []
for (const { id, title, measure } of chosen) {
  const figures = await measure(setting)
  measured.push({ id, title, figures })
  process.stdout.write(`${title} (${id})\n${figures.map(lineOf).join('\n')}\n`)
}
mkdirSync(values.out, { recursive: true })
const at = new Date().toISOString()
const file = join(values.out, `bench-${at.replaceAll(':', '-').slice(0, 19)}.json`)
writeFileSync(file, `${JSON.stringify({ at, node: process.version, setting, rows: measured }, null, 2)}\n`)
process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0)} s; raw data in ${file}\n`)
