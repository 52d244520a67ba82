// The tarball in an empty project, installed as users install it, and every recipe of docs/recipes/ run there.
// Needs a package registry; what cannot be had is skipped with its reason.
// Silent for up to 300 s.
import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { root } from '../places.ts'
import { sampled } from '../sampled.ts'
import { removeMade } from '../remove-made.ts'

t.setTimeout(1_800_000)
// Each has a folder of its own; an installation waits more than it works, and this file is the longest of its ring.
t.jobs = 2
const run = promisify(execFile)
const space = mkdtempSync(join(tmpdir(), 'assay-tarball-'))
t.teardown(() => removeMade(space))

const staged = join(space, 'package')
execFileSync(process.execPath, [join(root, 'scripts', 'package.js'), staged], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', staged, '--json', '--pack-destination', space], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
) as [{ filename: string; unpackedSize: number }]
const tarball = join(space, packed.filename)

type Outcome = { code: number; output: string }

/** Without what this test was started with, which package managers and test frameworks would take for theirs. */
const plainEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_)|TAP|NODE_(OPTIONS|V8)|ASSAY_|INIT_CWD|_TAP)/i.test(name),
    ),
  )

const command = async (cwd: string, name: string, args: readonly string[]): Promise<Outcome> => {
  try {
    const { stdout, stderr } = await run(name, args, { cwd, env: plainEnv(), maxBuffer: 2 ** 26, timeout: 900_000 })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code: number | string; stdout?: string; stderr?: string }
    return { code: typeof code === 'number' ? code : 127, output: `${String(code)} ${stdout}${stderr}` }
  }
}

const emptyProject = (name: string, manifest: object = {}): string => {
  const folder = mkdtempSync(join(space, `${name}-`))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: `consumer-${name}`, version: '1.0.0', private: true, ...manifest }),
  )
  return folder
}

const recipe = (folder: string, file: string): void =>
  copyFileSync(join(root, 'docs', 'recipes', file), join(folder, file))

const expectWell = (t: Test, { code, output }: Outcome, what: string): void => {
  t.equal(code, 0, what)
  if (code !== 0) t.comment(output.slice(-4000))
}

/** Loud: a skipped line of the report, and not a passed one. */
const skip = (t: Test, reason: string): void => void t.pass(reason, { skip: reason })

type Manager = {
  name: string
  missing: readonly string[]
  install: readonly string[]
  setUp?: (folder: string) => void
}

// `npx` brings the managers that are not installed. Yarn 2 and newer install without node_modules unless configured to make it.
const managers: readonly Manager[] = [
  { name: 'npm', missing: [], install: ['npm', 'install', '--omit=dev', '--no-audit', '--no-fund', tarball] },
  {
    name: 'pnpm',
    missing: ['npx', '--yes', 'pnpm@10', '--version'],
    install: ['npx', '--yes', 'pnpm@10', 'add', tarball],
  },
  {
    name: 'yarn',
    missing: ['npx', '--yes', 'yarn@1', '--version'],
    install: ['npx', '--yes', 'yarn@1', 'add', tarball],
  },
]

for (const { name, missing, install } of sampled(managers, 1)) {
  t.test(`installed by ${name}, the command, the modules and the node:test recipe work`, async (t) => {
    if (missing.length > 0) {
      const { code, output } = await command(space, missing[0]!, missing.slice(1))
      if (code !== 0)
        return skip(t, `${name} CANNOT BE HAD HERE, so that nothing is known of it: ${output.slice(0, 300)}`)
    }
    const folder = emptyProject(name)
    expectWell(t, await command(folder, install[0]!, install.slice(1)), install.join(' '))
    const bin = join(folder, 'node_modules', '.bin', 'assay')
    const version = await command(folder, bin, ['--version'])
    t.match(version, {
      code: 0,
      output: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
    })
    expectWell(t, await command(folder, bin, ['conform', '--embedded', '--area', 'account']), 'assay conform')
    recipe(folder, 'node.test.mjs')
    expectWell(t, await command(folder, process.execPath, ['--test']), 'node --test')
    const required =
      "require('assay/report').readRecord('reports/out').then(({ events }) => process.exit(events.length > 9 ? 0 : 1))"
    expectWell(t, await command(folder, process.execPath, ['-e', required]), 'require')
  })
}

const frameworks = [
  { name: 'vitest@3', file: 'vitest.test.ts', args: ['vitest', 'run', 'vitest.test.ts'] },
  { name: 'jest@30', file: 'jest.test.cjs', args: ['jest', '--testMatch', '**/jest.test.cjs'] },
  { name: '@playwright/test@1', file: 'playwright.spec.ts', args: ['playwright', 'test', 'playwright.spec.ts'] },
  { name: 'tap@21', file: 'tap.test.mjs', args: ['tap', '--disable-coverage', 'tap.test.mjs'] },
]

for (const { name, file, args } of sampled(frameworks, 1)) {
  t.test(`the recipe ${file} passes with ${name}, and fails when the server does not conform`, async (t) => {
    const folder = emptyProject(args[0]!)
    const install = await command(folder, 'npm', ['install', '--no-audit', '--no-fund', tarball, name])
    if (/ENOTFOUND|ECONNREFUSED|E40[34]/.test(install.output))
      return skip(t, `${name} CANNOT BE HAD HERE: ${install.output.slice(-300)}`)
    expectWell(t, install, `npm install ${name}`)
    recipe(folder, file)
    expectWell(t, await command(folder, 'npx', args), args.join(' '))
    const path = join(folder, file)
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace("clock: { mode: 'manual' }", "defect: 'account-client-id-left-out'"),
    )
    const { code, output } = await command(folder, 'npx', args)
    t.not(code, 0)
    t.match(output, /account\.has-client-id/)
  })
}
