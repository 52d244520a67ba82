// The package as it is published: what is in it, how large it is, and what a TypeScript consumer makes of its types.
// Silent for up to 300 s.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import { parse } from 'yaml'
import { root } from './places.ts'
import { removeMade } from './remove-made.ts'

const project = mkdtempSync(join(tmpdir(), 'assay-package-'))
t.teardown(() => removeMade(project))
const folder = join(project, 'node_modules', 'assay')
execFileSync(process.execPath, [join(root, 'scripts', 'package.js'), folder], {
  stdio: ['ignore', 'ignore', 'inherit'],
})

type Target = string | null | { [condition: string]: Target }
type Manifest = Record<string, unknown> & { exports: Record<string, Target>; bin: Record<string, string> }
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  statSync(join(folder, file)).isFile(),
)
const targetsOf = (target: Target): string[] =>
  typeof target === 'string' ? [target] : target === null ? [] : Object.values(target).flatMap(targetsOf)

// Of 5.0 MB the suite with its reports has 1.7, the contract as data 1.4, the simulator with its console 0.7, the deliberate bugs 0.5, Swagger UI
// 0.4 and the postal codes 0.2: some command needs each of them.
// The bound leaves room for features, and is reached by what does not belong there: source maps, tests, a library.
t.test('the package holds what its users need, and is below 5.2 MB', async (t) => {
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  t.ok(bytes < 5_200_000, `${bytes} bytes in ${files.length} files`)
  const unwanted =
    /\.(test|support)\.|\.map$|(^|[^d])\.ts$|tsbuildinfo|^dist\/(tests|scripts|proof\/(bench|hardening|peers|soundness)|lab|package)\b|^fixtures\/(adequacy\/.*json|objections)/
  t.strictSame(
    files.filter((file) => unwanted.test(file.replace(/\.d\.c?ts$/, ''))),
    [],
  )
  // `assay adequacy` needs the last one.
  for (const file of [
    'LICENSE',
    'NOTICE',
    'README.md',
    'CHANGELOG.md',
    manifest.bin['assay']!,
    'fixtures/adequacy/collateral.yaml',
  ])
    t.ok(existsSync(join(folder, file)), file)
  for (const name of ['scripts', 'devDependencies', 'overrides']) t.notOk(name in manifest, name)
  for (const name of ['repository', 'homepage', 'bugs', 'keywords', 'license', 'engines']) t.ok(manifest[name], name)
})

t.test('its pages lead nowhere that the package has not', async (t) => {
  for (const page of files.filter((file) => file.endsWith('.md'))) {
    const links = [...readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
    if (page === 'docs/proxies.md') t.strictSame(links, [], 'it names no other page')
    else t.ok(links.length > 0, page)
    t.strictSame(
      links.filter((link) => !/^https?:\/\//.test(link) && !existsSync(join(folder, link))),
      [],
    )
  }
})

t.test('a page that its program or its pages name is in it', async (t) => {
  const named = new Map<string, string>()
  for (const file of files.filter((one) => /\.(?:c?js|ts|yaml|json|html|md)$/.test(one))) {
    // The words of a link that leads elsewhere say where it leads in the repository.
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(/\[[^\]]*\]\(https?:[^)]*\)|https?:\S+/g, '')
    for (const [page] of text.matchAll(/(?<![\w/])docs\/[\w/-]+\.md/g)) named.set(page, file)
  }
  t.ok(named.has('docs/violations.md'), 'they are seen')
  t.strictSame(
    [...named].filter(([page]) => !existsSync(join(folder, page))),
    [],
  )
})

/** What the console's server makes of its libraries, and what the command says is not in the package. */
const elsewhere = /(^\.\/(preact|hooks|htm)|generated.*)\.js$/

t.test('every import of its code leads to a file', async (t) => {
  const missing: string[] = []
  let found = 0
  for (const file of files.filter((one) => /\.c?js$/.test(one)))
    for (const [, specifier] of readFileSync(join(folder, file), 'utf8').matchAll(
      /(?:from|import\(?)\s*["'](\.{1,2}\/[^"']+\.js)["']/g,
    )) {
      found += 1
      if (!existsSync(join(folder, file, '..', specifier!)) && !elsewhere.test(specifier!))
        missing.push(`${file} imports ${specifier}`)
    }
  t.strictSame(missing, [])
  t.ok(found > files.length, 'the imports are seen')
})

t.test('every export leads to a file; the internals of the contract have none', async (t) => {
  for (const [name, target] of Object.entries(manifest.exports))
    for (const path of targetsOf(target)) {
      const [start, end] = path.slice(2).split('*')
      const found = files.filter((file) =>
        end === undefined ? file === start : file.startsWith(start!) && file.endsWith(end),
      )
      t.ok(found.length > 0, `${name} → ${path}`)
    }
  const { resolve } = createRequire(join(project, 'index.js'))
  t.ok(existsSync(resolve('assay/contract/rules/create.yaml')))
  t.ok(existsSync(resolve('assay/contract/schemas/report.schema.json')))
  for (const inner of ['fixtures/openapi.yaml', 'dist/assay.js', 'contract/schemas/matrix.schema.json'])
    t.throws(() => resolve(`assay/${inner}`), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' }, inner)
})

t.test('its YAML says what that of the sources says', async (t) => {
  const names = files.filter((file) => file.endsWith('.yaml'))
  t.ok(names.includes('fixtures/openapi.yaml'))
  const parsed = (folder: string, name: string): unknown => parse(readFileSync(join(folder, name), 'utf8'))
  for (const name of names) t.strictSame(parsed(folder, name), parsed(root, name), name)
})

t.test('what its checks say of themselves is for its own text of the contract', async (t) => {
  const { contractKey } = (await import(join(folder, 'dist/fixtures/contract-key.js'))) as {
    contractKey: (folder: string) => string
  }
  const made = brotliDecompressSync(readFileSync(join(folder, 'dist/conformance/checks/outlines.json.br'))).toString()
  const { key, outlines } = JSON.parse(made) as { key: string; outlines: { file: string }[] }
  t.equal(key, contractKey(join(folder, 'fixtures')))
  const checks = files.filter((file) => /^dist\/conformance\/checks\/[^/]+\/.*\.js$/.test(file))
  t.strictSame(
    [...new Set(outlines.map(({ file }) => `dist/conformance/checks/${file}`))].toSorted(),
    checks.toSorted(),
  )
})

t.test('what every start reads of its YAML is there as JSON, of that very text', async (t) => {
  for (const name of files.filter((file) => /^fixtures\/(?!adequacy).*\.yaml$/.test(file))) {
    const copy = brotliDecompressSync(readFileSync(join(folder, 'dist', `${name}.json.br`))).toString()
    const { source, content } = JSON.parse(copy) as { source: string; content: unknown }
    const text = readFileSync(join(folder, name), 'utf8')
    t.equal(source, createHash('sha256').update(text).digest('hex'), name)
    t.strictSame(content, parse(text), name)
  }
})

t.test('its declarations are those that its exports reach, and no others', async (t) => {
  const reached = new Set<string>()
  const reach = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    for (const [, specifier] of readFileSync(join(folder, file), 'utf8').matchAll(/from '([^']+)'/g)) {
      t.match(specifier, /^\./, `${file} needs no other package`)
      reach(join(file, '..', specifier!.replace(/\.[jt]s$/, '.d.ts')))
    }
  }
  const types = Object.values(manifest.exports)
    .flatMap(targetsOf)
    .filter((path) => /\.d\.c?ts$/.test(path))
  for (const path of types) reach(path.slice(2))
  t.strictSame([...reached].toSorted(), files.filter((file) => /\.d\.c?ts$/.test(file)).toSorted())
})

const consumer = `
import { conform, type ConformOptions, type Report, type Reporter, type TargetProfile } from 'assay'
import { createSimulator, simulatorFixtures, type ClientAudit, type CompanyOrderAnswer, type Simulator, type SimulatorOptions } from 'assay/simulator'
import { signWebhook, verifyWebhook, type SignedWebhook } from 'assay/webhooks'
import { fileReporters, readRecord, reportOf, type RunEvent } from 'assay/report'

const options: SimulatorOptions = { clock: { mode: 'accelerated', rate: 60 } }
const counted: Reporter = { event: (event: RunEvent) => void (event.type === 'finding' && event.rule) }
const target: TargetProfile = { sandbox_base_url: 'https://a/v1', credentials: { main: { client_id: 'a', client_secret: 'b' } } }
export const run = async (signal: AbortSignal): Promise<Report> => {
  const simulator: Simulator = await createSimulator(options)
  const secret: string = simulator.profile().credentials.main.client_secret
  const own: ConformOptions = { signal, reporters: [counted, ...(await fileReporters('out', ['html', 'junit']))] }
  const report = await conform(simulator.profile(), own)
  const { events } = await readRecord('out')
  const again: Report = await reportOf(events)
  const verdict: 'pass' | 'fail' | 'arguable' | 'error' | 'inconclusive' | 'not-tested' | 'not-applicable' | undefined = report.rules[0]?.verdict
  return secret === verdict ? again : conform(target, { only: [] })
}
export const fixtures: object = simulatorFixtures(options)
export const moved = async ({ company }: Simulator, id: string): Promise<string> => {
  await company.assign(id, { name: 'A', move: true })
  const { order, raised }: CompanyOrderAnswer = await company.move(id, 'awaiting_review')
  const { message } = await company.message(id, 'Thank you.')
  return order.status.code + raised[0]?.type + message.id
}
export const audited = async (simulator: Simulator): Promise<string[]> => {
  const audit: ClientAudit = await simulator.expectConforming({ accept: ['auth.client-caches-tokens'] })
  return audit.violated.flatMap(({ rule, findings }) => [rule, ...findings.flatMap(({ entries }) => entries)])
}
// @ts-expect-error there is no such status
export const wrong = ({ company }: Simulator) => company.move('ord_1', 'nowhere')
export const delivery = async (): Promise<boolean> => {
  const signed: SignedWebhook = await signWebhook({ secret: 's', type: 'order.completed' })
  await fetch('http://localhost:3000/hooks', { method: 'POST', body: signed.body, headers: signed.headers })
  return (await verifyWebhook({ secret: 's', signature: signed.headers['X-Service-Signature'], body: signed.body })).verified
}
// @ts-expect-error there is no such clock
void createSimulator({ clock: 'manual' })
// @ts-expect-error there is no such option
void conform(target, { ony: [] })
// @ts-expect-error it was for tests of assay itself
void createSimulator({ behaviour: () => undefined })
`

t.test('a TypeScript consumer compiles, with every library file checked', async (t) => {
  writeFileSync(join(project, 'esm.mts'), consumer)
  writeFileSync(join(project, 'commonjs.cts'), consumer)
  writeFileSync(join(project, 'bundled.ts'), consumer)
  const compile = (compiler: string, files: string[], ...options: string[]) => {
    const strict = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--skipLibCheck',
      'false',
      '--target',
      'es2023',
    ]
    const args = [
      join(root, 'node_modules', compiler, 'bin', 'tsc'),
      ...strict,
      '--lib',
      'es2023,dom',
      ...options,
      ...files,
    ]
    try {
      return execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
    } catch (error) {
      return (error as { stdout: string }).stdout
    }
  }
  t.equal(compile('typescript-native', ['esm.mts', 'commonjs.cts'], '--module', 'node16'), '')
  t.equal(compile('typescript-native', ['bundled.ts'], '--module', 'esnext', '--moduleResolution', 'bundler'), '')
  const older = ['--moduleResolution', 'node10', '--ignoreDeprecations', '6.0']
  t.equal(
    compile('typescript', ['bundled.ts'], '--module', 'esnext', ...older),
    '',
    'an older project, which knows no exports',
  )
})
