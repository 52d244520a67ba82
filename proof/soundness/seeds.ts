// `npm run seeds -- [N] [--from S] [--keep DIR] [-- simulator options]`: judges the embedded simulator under N seeds, every
// other time with its checks shuffled, and prints each rule whose verdict is not the same in all runs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'

const assay = fileURLToPath(new URL('../../assay.js', import.meta.url))

type Report = {
  line: string
  exit_code: number
  summary: { requests: number }
  duration_ms: number
  rules: { id: string; verdict: string; reason: string | null }[]
  findings: { rule: string; check: string; expected: unknown; received: unknown }[]
}

const [own, passed] = process.argv.includes('--')
  ? [process.argv.slice(2, process.argv.indexOf('--')), process.argv.slice(process.argv.indexOf('--'))]
  : [process.argv.slice(2), []]
const from = own.includes('--from') ? Number(own[own.indexOf('--from') + 1]) : 1
const runs = Number(own.find((text, index) => /^\d+$/.test(text) && own[index - 1] !== '--from') ?? 20)
const kept = own.includes('--keep') ? own[own.indexOf('--keep') + 1]! : null

const judge = async (seed: number, shuffled: boolean, folder: string): Promise<Report> => {
  const args = [assay, 'conform', '--seed', String(seed), '--report-dir', folder, ...(shuffled ? ['--shuffle'] : [])]
  await once(spawn(process.execPath, [...args, ...passed], { stdio: ['ignore', 'ignore', 'inherit'] }), 'close')
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
}

const verdictsOf = ({ rules }: Report): Map<string, string> => new Map(rules.map(({ id, verdict }) => [id, verdict]))

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 120)

const temporary = kept === null ? temporaryFolder('seeds') : null
const folder = kept ?? temporary!.path
const differing = new Map<string, string[]>()
let first: Map<string, string> | null = null
try {
  for (let seed = from; seed < from + runs; seed += 1) {
    const shuffled = (seed - from) % 2 === 1
    const report = await judge(seed, shuffled, join(folder, kept === null ? 'out' : String(seed)))
    const name = `seed ${seed}${shuffled ? ' shuffled' : ''}`
    const { line, exit_code, summary, duration_ms } = report
    console.log(
      `${name}: exit ${exit_code}, ${summary.requests} requests, ${(duration_ms / 1000).toFixed(1)} s: ${line}`,
    )
    for (const { rule, check, expected, received } of report.findings.slice(0, 5))
      console.log(`  ${rule} broken by ${check}: expected ${short(expected)}, received ${short(received)}`)
    first ??= verdictsOf(report)
    for (const { id, verdict, reason } of report.rules)
      if (verdict !== first.get(id))
        differing.set(id, [...(differing.get(id) ?? []), `${name}: ${verdict}${reason ? ` (${reason})` : ''}`])
  }
} finally {
  temporary?.remove()
}
for (const [rule, shown] of differing) {
  console.log(`\n${rule}: ${first?.get(rule)} under seed ${from}, but`)
  for (const one of shown) console.log(`  ${one}`)
}
console.log(`\n${runs} runs, ${differing.size === 0 ? 'the same verdicts' : `${differing.size} rules differ`}`)
process.exitCode = differing.size === 0 ? 0 : 1
