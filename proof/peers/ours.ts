// Our own suite on the same defects and mutants: one run without any, and `assay adequacy` for the rest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'
import type { KillMatrix } from '../report/kill-matrix.ts'
import { detected, type MutantsReport } from '../report/mutants-report.ts'
import { root } from './places.ts'

export type Ours = {
  version: string
  cleanRuns: number
  /** The rules that went red without a defect. */
  noise: string[]
  requests: number
  seconds: number
  caught: Set<string>
}

type Kept = Omit<Ours, 'caught'> & { caught: string[]; looked: string[] }

type Report = { summary: { requests: number }; duration_ms: number; findings: { rule: string }[] }

const assay = async (args: string[]): Promise<void> => {
  const child = spawn(process.execPath, [`${root}dist/assay.js`, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'exit')
}

/** `lanes`: how many work at once. */
type Measured = { seed: number; lanes: number }

type Looked = { defects: readonly string[]; mutants: readonly string[] }

const judgeOurselves = async ({ defects, mutants }: Looked, { seed, lanes }: Measured): Promise<Ours> => {
  const { path, remove } = temporaryFolder('peers')
  const folder = join(path, 'out')
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  try {
    await assay(['conform', '--strict', '--seed', String(seed), '--reporter', 'json', '--report-dir', folder])
    const report = read('report.json') as Report
    const measures = ['--workers', String(lanes), '--whole', '0', '--random', '0', '--shorten', '0', '--no-reference']
    await assay([
      'adequacy',
      '--defect',
      defects.join(','),
      '--seed',
      String(seed),
      '--report-dir',
      folder,
      ...measures,
    ])
    const matrix = read('matrix.json') as KillMatrix
    if (mutants.length > 0) {
      const tried = ['--mutant', mutants.join(','), '--resume', '--workers', String(lanes), '--report-dir', folder]
      await assay(['adequacy', '--generated', ...tried])
    }
    const rows = mutants.length > 0 ? (read('mutants.json') as MutantsReport).mutants : []
    return {
      version: matrix.suite.version,
      cleanRuns: 1,
      noise: [...new Set(report.findings.map(({ rule }) => rule))],
      requests: report.summary.requests,
      seconds: report.duration_ms / 1000,
      caught: new Set([
        ...matrix.defects.flatMap(({ id, kill }) => (kill ? [id] : [])),
        ...rows.flatMap(({ id, verdict }) => (detected.includes(verdict) ? [id] : [])),
      ]),
    }
  } finally {
    remove()
  }
}

/** What a run before this one kept in the file, if it looked at all of them; else as measured now, and kept. */
export const judgeOurselvesOnce = async (
  file: string,
  { defects, mutants }: Looked,
  measured: Measured,
): Promise<Ours> => {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : null
  const looked = [...defects, ...mutants]
  if (kept && looked.every((id) => kept.looked.includes(id))) return { ...kept, caught: new Set(kept.caught) }
  const own = await judgeOurselves({ defects, mutants }, measured)
  writeFileSync(file, JSON.stringify({ ...own, caught: [...own.caught], looked }))
  return own
}
