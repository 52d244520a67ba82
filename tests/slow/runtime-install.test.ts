// What action.yml and the Containerfile do to install assay, done here line by line on a copy of the repository: production
// dependencies only, a build without type checks, and a command that works. Needs a package registry.
// Silent for up to 300 s.
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { createSimulator } from '../../simulator/simulator.ts'
import { root } from '../places.ts'
import { removeMade } from '../remove-made.ts'

t.setTimeout(1_200_000)
const run = promisify(execFile)
const space = mkdtempSync(join(tmpdir(), 'assay-runtime-'))
t.teardown(() => removeMade(space))

type Outcome = { code: number; output: string }

const bash = async (script: string, cwd: string, env: Record<string, string> = {}): Promise<Outcome> => {
  const kept = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_)|TAP|_TAP|NODE_OPTIONS|ASSAY_)/i.test(name)),
  )
  try {
    const { stdout, stderr } = await run('bash', ['-eo', 'pipefail', '-c', script], {
      cwd,
      env: { ...kept, ...env },
      maxBuffer: 2 ** 26,
      timeout: 600_000,
    })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code: number; stdout?: string; stderr?: string }
    return { code, output: stdout + stderr }
  }
}

const expectWell = (t: Test, { code, output }: Outcome, what: string): void => {
  t.equal(code, 0, what)
  if (code !== 0) t.comment(output.slice(-4000))
}

/** The files that a clone has. */
const copyOfRepository = (name: string): string => {
  const folder = join(space, name)
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of listed.filter((path) => path !== '' && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  return folder
}

const developmentOnly = ['tap', 'typescript', 'typescript-native', 'oxfmt', 'playwright-core', '@stoplight', 'esbuild']
const expectProductionOnly = (t: Test, folder: string): void => {
  const installed = readdirSync(join(folder, 'node_modules'))
  t.ok(installed.includes('koa'))
  for (const name of developmentOnly) t.notOk(installed.includes(name), `${name} is not installed`)
}

type Action = { runs: { steps: { name: string; run?: string; env?: Record<string, string> }[] } }

t.test('the steps of the action build assay and judge a server with one credential', async (t) => {
  const folder = copyOfRepository('action')
  const { runs } = parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as Action
  const [build, judge] = ['Build assay', 'assay'].map((name) => runs.steps.find((step) => step.name.startsWith(name)))
  const job = join(space, 'job')
  mkdirSync(job)
  const github = { GITHUB_ACTION_PATH: folder, GITHUB_OUTPUT: join(job, 'output') }
  expectWell(t, await bash(build!.run!, job, github), build!.name)
  expectProductionOnly(t, folder)
  t.ok(existsSync(join(folder, 'dist', 'assay.js')))

  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const { client_id, client_secret } = simulator.profile().credentials.main
  const inputs = Object.fromEntries(Object.keys(judge!.env!).map((name) => [name, '']))
  const outcome = await bash(judge!.run!, job, {
    ...github,
    ...inputs,
    ASSAY_BASE_URL: simulator.sandboxUrl,
    ASSAY_CLIENT_ID: client_id,
    ASSAY_CLIENT_SECRET: client_secret,
    ASSAY_REPORT_DIR: 'assay-report',
    ARGS: '--area=account',
  })
  expectWell(t, outcome, judge!.name)
  t.match(readFileSync(github.GITHUB_OUTPUT, 'utf8'), /exit-code=0\nreport-dir=assay-report/)
  const report = JSON.parse(readFileSync(join(job, 'assay-report', 'report.json'), 'utf8')) as { exit_code: number }
  t.equal(report.exit_code, 0)
})

t.test('the lines of the Containerfile make an image that works, without a container', async (t) => {
  const text = readFileSync(join(root, 'Containerfile'), 'utf8').replaceAll('\\\n', ' ')
  const [, build, image] = text.split(/^FROM .*$/m)
  const context = copyOfRepository('context')
  const stages = { build: join(space, 'build', 'app'), image: join(space, 'image', 'app') }
  const copy = (from: string, to: string): void => {
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, to, { recursive: true })
  }
  mkdirSync(stages.build, { recursive: true })
  for (const line of build!.split('\n')) {
    const [word, ...rest] = line.trim().split(/\s+/)
    if (word === 'COPY') {
      const to = rest.pop()!
      const into = to === './' ? (name: string) => name : () => to
      for (const name of rest) copy(join(context, name), join(stages.build, into(name)))
    }
    if (word === 'RUN') expectWell(t, await bash(rest.join(' '), stages.build), line)
  }
  for (const [, from, to] of image!.matchAll(/^COPY --from=build (\S+) (\S+)$/gm))
    copy(join(dirname(stages.build), from!), join(dirname(stages.image), to!))
  expectProductionOnly(t, stages.image)
  const assay = `node ${join(stages.image, 'dist', 'assay.js')}`
  expectWell(t, await bash(`${assay} conform --embedded --area account --report-dir reports`, space), 'assay conform')
})
