// A whole run of the program against a simulator behind a proxy that spoils its answers: how it ended, what it took, and what it left.
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Test } from 'tap'
import { stringify } from 'yaml'
import type { Report } from '../reports/report-json.ts'
import { busyTarget, type Busy } from './meanwhile/busy-target.ts'
import { assay } from './places.ts'
import { runAssay, type Ended } from './run-assay.ts'
import { removeMade } from './remove-made.ts'
import { everyText } from './whole-page.ts'

export type HostileRun = Ended & {
  report: Report | null
  /** Every file of the report folder, by name. */
  files: Map<string, string>
  /** Bytes of the report folder. */
  reportBytes: number
  /** The most memory that the program held, in MB. */
  peakMb: number
  requests: number
}

/** Says at its end, on its last line, what it held at most. */
const measured = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\npeak '+process.resourceUsage().maxRSS+'\\n'))`

export const runAgainst = async (
  t: Pick<Test, 'teardown'>,
  hostile: Busy,
  args: readonly string[] = [],
): Promise<HostileRun> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-hostile-'))
  t.teardown(() => removeMade(folder))
  const file = join(folder, 'target.yaml')
  const out = join(folder, 'out')
  const { control_url, ...profile } = await busyTarget(t, hostile)
  writeFileSync(file, stringify({ ...profile, ...(!hostile.isUncontrolled && { control_url }) }))
  const ended = await runAssay(['conform', '--target', file, '--report-dir', out, '--seed', '1', ...args], {
    program: ['--enable-source-maps', '--import', measured, assay],
  })
  const found = existsSync(out) ? readdirSync(out, { recursive: true, withFileTypes: true }) : []
  const names = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = new Map(names.map((name) => [relative(out, name), everyText(readFileSync(name, 'utf8'))]))
  const report = files.has('report.json') ? (JSON.parse(files.get('report.json')!) as Report) : null
  return {
    ...ended,
    report,
    files,
    reportBytes: names.reduce((sum, name) => sum + statSync(name).size, 0),
    peakMb: Number(/\npeak (\d+)/.exec(ended.err)?.[1]) / 1024,
    requests: (files.get('run.ndjson')?.match(/"type":"exchange"/g) ?? []).length,
  }
}
