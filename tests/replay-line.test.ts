// The replay command that the terminal prints shows the violation again when it is pasted into a shell.
import { spawn } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { stringify } from 'yaml'
import { createSimulator } from '../in-process.ts'
import { readRecord } from '../reports/read-record.ts'
import { replayCommand } from '../reports/replay-command.ts'
import { absorb, emptyRun } from '../reports/summary.ts'
import { htmlReport } from '../reports/html/page.ts'
import { callAssay } from './call-command.ts'
import { assay } from './places.ts'
import { ended } from './wait-for.ts'

const defect = 'hold-after-delivery'
const rule = 'actions.hold-refused-in-report-complete'
const checks = ['--only', rule]

/** A folder with an `npx` that starts the compiled program. */
const shims = t.testdir()
const shim = join(shims, 'npx')
writeFileSync(shim, `#!/bin/sh\n[ "$1" = assay ] || exit 99\nshift\nexec '${process.execPath}' '${assay}' "$@"\n`)
chmodSync(shim, 0o755)

const pasted = async (line: string, env: Record<string, string>) => {
  const shell = spawn('sh', ['-c', line], {
    env: { ...process.env, CI: 'false', NODE_OPTIONS: '', PATH: `${shims}:${process.env['PATH']}`, ...env },
  })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const [code] = await ended(shell)
  return { code, output }
}

const printedIn = (output: string): string => {
  const [, line] = /^ {4}replay {4}(npx assay replay .*)$/m.exec(output) ?? []
  if (line === undefined) throw new Error(`no replay line in ${output.slice(-3000)}`)
  return line
}

/** Of every response, so that the cheapest check shows it, and without a wait. */
const cheap = {
  defect: 'no-remaining-header',
  rule: 'limits.remaining-header-on-every-response',
  checks: ['--only', 'account.identifies-the-credential'],
}

const broken = async (t: Test) => {
  const simulator = await createSimulator({ defect: cheap.defect })
  t.teardown(() => simulator.close())
  return simulator
}

const showsAgain = async (t: Test, line: string, env: Record<string, string> = {}, violated = rule) => {
  const { code, output } = await pasted(line, env)
  t.equal(code, 1, `${line}\n${output.slice(-2000)}`)
  t.match(output, `violated again: ${violated}`)
}

t.test('the embedded simulator with a defect', async (t) => {
  const out = join(t.testdir(), 'a folder')
  const { output } = await callAssay(['conform', '--report-dir', out, ...checks, '--', '--defect', defect])
  const line = printedIn(output)
  t.match(line, / -- --defect hold-after-delivery$/)
  await showsAgain(t, line)

  const run = emptyRun()
  for (const event of readRecord(out).events) absorb(run, event)
  t.equal(replayCommand(run, run.causes[0]!), line, 'the record alone says the same')
  const page = readFileSync(join(out, 'report.html'), 'utf8')
  const shown = line.replaceAll("'", '&#39;')
  t.ok(page.includes(shown), 'and so does the page')
  t.ok(htmlReport(run).includes(shown))
})

t.test('a profile', async (t) => {
  const simulator = await broken(t)
  const folder = t.testdir()
  const target = join(folder, 'my target.yaml')
  writeFileSync(target, stringify(simulator.profile()))
  const { output } = await callAssay(['conform', target, '--report-dir', join(folder, 'out'), ...cheap.checks])
  const line = printedIn(output)
  t.ok(line.endsWith(` --target '${target}'`), line)
  await showsAgain(t, line, {}, cheap.rule)
})

t.test('an address with a client id', async (t) => {
  const simulator = await broken(t)
  const { client_id, client_secret } = simulator.profile().credentials.main!
  const env = { ASSAY_CLIENT_SECRET: client_secret }
  const out = ['--report-dir', join(t.testdir(), 'out'), ...cheap.checks]
  const args = ['conform', '--base-url', simulator.sandboxUrl, '--client-id', client_id, ...out]
  const { output } = await callAssay(args, env)
  const line = printedIn(output)
  t.ok(line.endsWith(` --base-url ${simulator.sandboxUrl} --client-id ${client_id}`), line)
  t.notOk(line.includes(client_secret), 'the secret is not printed')
  await showsAgain(t, line, env, cheap.rule)
})
