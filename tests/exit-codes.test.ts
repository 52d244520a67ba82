// What a run ends with: a row for each end, and the table of docs/ci.md has the same rows. Its reports give the same counts.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { stringify } from 'yaml'
import { startReceiver } from '../conformance/receiver/receiver.ts'
import { lockName } from '../reports/reporters/folder-in-use.ts'
import { counted } from '../reports/texts.ts'
import { createSimulator } from '../in-process.ts'
import { callAssay } from './call-command.ts'
import { runAssay } from './run-assay.ts'

type Served = { args: string[]; env: Record<string, string> }
type Row = {
  code: number
  /** In a process of its own, as a user starts it: one row of each code. */
  isStarted?: true
  /** What the last screen says besides. */
  says?: RegExp
  /** The test that shows it, where a run needs other means. */
  elsewhere?: string
  args?: readonly string[]
  /** Of the embedded simulator. */
  defect?: string
  serve?: (t: Test) => Promise<Served>
  before?: (folder: string) => void
}

const account = ['--only', 'account.identifies-the-credential']
const rule = 'account.has-company-name'
const left = 'account-company-name-is-null'

const accepting = (accepted: string) => (folder: string) => {
  const entry = { owner: 'Ann', reason: 'known', link: 'https://issues.example.com/1', expires: '2099-12-31' }
  const known = [{ rule: accepted, checks: ['invariant.fields'], ...entry }]
  writeFileSync(join(folder, 'assay.baseline.yaml'), stringify({ version: 1, known, flaky: [] }))
}

/** A service behind a proxy that changes answers. */
const behind = (change: (path: string, text: string) => string) => async (t: Test) => {
  const simulator = await createSimulator()
  const { sandbox_base_url: base, credentials } = simulator.profile()
  const { origin, pathname } = new URL(base)
  const proxy = createServer(async (asked: IncomingMessage, answer: ServerResponse) => {
    const body = await buffer(asked)
    const on = request(origin + asked.url, { method: asked.method!, headers: asked.headers }, async (given) => {
      const text = change(`${asked.method} ${asked.url!.slice(pathname.length)}`, (await buffer(given)).toString())
      const { 'transfer-encoding': _, ...headers } = given.headers
      answer.writeHead(given.statusCode!, { ...headers, 'content-length': String(Buffer.byteLength(text)) }).end(text)
    })
    on.end(body)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  t.teardown(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await simulator.close()
  })
  const { client_id, client_secret } = credentials['main']!
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${pathname}`
  return { args: ['--base-url', url, '--client-id', client_id], env: { ASSAY_CLIENT_SECRET: client_secret } }
}

/** The client id is missing the first time that the account is read, and never again. */
const missingOnce = (t: Test): Promise<Served> => {
  let reads = 0
  return behind((path, text) => {
    if (path !== 'GET /account' || (reads += 1) > 1) return text
    const { client_id: _, ...rest } = JSON.parse(text) as Record<string, unknown>
    return JSON.stringify(rest)
  })(t)
}

/** The webhook leads to a receiver of another run, which answers. */
const withAnotherRun = async (t: Test): Promise<Served> => {
  const receiver = await startReceiver({ path: '/assay/0000bbbb' })
  t.teardown(() => receiver.close())
  return behind((path, text) =>
    path === 'GET /webhook'
      ? JSON.stringify({ ...(JSON.parse(text) as object), url: receiver.url, enabled: true })
      : text,
  )(t)
}

const rows: Record<string, Row> = {
  'no rule is violated': { code: 0, isStarted: true, says: /rules pass/ },
  'a rule is violated': { code: 1, isStarted: true, says: /Violated: 1 rule, 1 cause/, defect: left },
  'the baseline accepts each violation': { code: 0, says: /accepted/, defect: left, before: accepting(rule) },
  'the baseline has an entry that is not needed': { code: 1, says: /baseline_/, before: accepting(rule) },
  'no rerun shows the violation again': { code: 2, says: /not_reproduced: /, serve: missingOnce },
  'another run uses the same credential': {
    code: 2,
    says: /another_run: /,
    args: ['--area', 'webhooks'],
    serve: withAnotherRun,
  },
  'a rule is blocked by the target': {
    code: 2,
    says: /rules_blocked: /,
    args: ['--only', 'auth.every-token-is-for-one-account'],
    defect: 'token-endpoint-works-once',
  },
  'fewer rules judged than `--require` asks for': {
    code: 2,
    says: /too_little_judged/,
    args: [...account, '--require', '99'],
  },
  'no target answers': {
    code: 2,
    isStarted: true,
    says: /Nothing was tested: target_/,
    serve: async () => ({
      args: ['--base-url', 'http://127.0.0.1:9/v1', '--client-id', 'cli_x', '--environment', 'sandbox'],
      env: { ASSAY_CLIENT_SECRET: 'x' },
    }),
  },
  '`/ping` answers 500': { code: 2, says: /target_failing: .*\/ping.* 500/, args: ['--', '--fault', 'ping:500'] },
  'a report cannot be written, though the folder can': {
    code: 2,
    elsewhere: 'tests/reports/unwritten-reports.test.ts',
  },
  'no check is selected': { code: 3, says: /nothing_selected: /, args: ['--area', 'downloads', ...account] },
  'a check or rule that does not exist': { code: 3, says: /unknown_check: /, args: ['--only', 'account.no-such'] },
  'another run writes into the same report folder': {
    code: 3,
    isStarted: true,
    says: /report_dir_in_use: /,
    before: (folder) => {
      const made_by = { made_by: 'assay', purpose: 'reports', names: [lockName] }
      writeFileSync(join(folder, 'reports', '.assay'), JSON.stringify(made_by))
      writeFileSync(join(folder, 'reports', lockName), String(process.pid))
    },
  },
  'the report folder cannot be written to': {
    code: 3,
    says: /unusable_report_dir: /,
    args: account,
    before: (folder) => {
      renameSync(join(folder, 'reports'), join(folder, 'others'))
      writeFileSync(join(folder, 'reports'), '')
    },
  },
  '`--patient` is longer than the run may take': {
    code: 3,
    says: /patience_too_long: /,
    args: [...account, '--patient', '2h'],
  },
}

type Run = { code: number | null; output: string; folder: string }

const run = async (t: Test, { args = account, defect, serve, before, isStarted }: Row): Promise<Run> => {
  const folder = t.testdir({ reports: {} })
  before?.(folder)
  const { args: target, env } = serve ? await serve(t) : { args: ['--embedded'], env: {} }
  const reports = ['--seed', '1', '--report-dir', 'reports', '--reporter', 'terminal,json,junit,html']
  const own = defect === undefined ? [] : ['--', '--defect', defect]
  const line = ['conform', ...target, ...reports, ...args, ...own]
  const surroundings = { ...env, GITHUB_ACTIONS: '' }
  const ended = isStarted
    ? await runAssay(line, { cwd: folder, env: surroundings })
    : await callAssay(line, surroundings, folder)
  return { ...ended, folder }
}

for (const [what, row] of Object.entries(rows))
  t.test(what, async (t) => {
    if (row.elsewhere !== undefined) return void t.ok(existsSync(row.elsewhere))
    const { code, output } = await run(t, row)
    t.equal(code, row.code, output)
    t.match(output, row.says!)
  })

t.test('one row of each code is run as a user starts it', async (t) => {
  const started = Object.values(rows).flatMap(({ code, isStarted }) => (isStarted ? [code] : []))
  t.strictSame(started.toSorted(), [0, 1, 2, 3])
})

t.test('the terminal, report.json, junit.xml and the page give the same counts', async (t) => {
  const { output, folder } = await run(t, { ...rows['a rule is violated']!, args: ['--area', 'account'] })
  const text = (name: string): string => readFileSync(join(folder, 'reports', name), 'utf8')
  type Report = {
    line: string
    summary: { rules: Record<string, number>; requests: number }
    phases: { phase: string; planned: number; spent: number }[]
  }
  const { line, summary, phases } = JSON.parse(text('report.json')) as Report
  const { total, pass, fail, error, inconclusive, 'not-tested': untested, 'not-applicable': away } = summary.rules
  const [passed, violated, unsure, left, errors, beside] = [pass, fail, inconclusive, untested, error, away].map(
    (count) => counted(count!),
  )
  const all = `${passed} passed, ${violated} violated, ${unsure} inconclusive, ${left} not tested, ${errors} errors, ${beside} not applicable`
  t.match(output, `Rules: ${all}`)
  const [, tests, failures] = /<testsuites [^>]*tests="(\d+)" failures="(\d+)"/.exec(text('junit.xml'))!
  t.same([Number(tests), Number(failures)], [total, fail])
  const verdict = line.slice(0, line.indexOf(','))
  for (const shown of [output, text('report.html')]) t.ok(shown.includes(verdict), verdict)
  const { planned, spent } = phases.find(({ phase }) => phase === 'checks.account')!
  t.ok(spent > 0)
  t.match(output, `account ${spent}/${planned}`)
})

t.test('docs/ci.md has these rows', (t) => {
  const page = readFileSync('docs/ci.md', 'utf8')
  const table = [...page.matchAll(/^\| (.+?) +\| (\d) /gm)].map(([, what, code]) => [what, Number(code)])
  t.same(
    table,
    Object.entries(rows).map(([what, { code }]) => [what, code]),
  )
  t.end()
})
