// What users install with assay runs nothing while it is installed, may be passed on, and has a reason to be there.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { root } from './places.ts'
import { licenceProblems, shipped } from './shipped-packages.ts'

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  dependencies: Record<string, string>
  scripts: Record<string, string>
}

t.test('no package runs a script when it is installed', async (t) => {
  t.strictSame(
    shipped()
      .filter(({ hasInstallScript }) => hasInstallScript)
      .map(({ name }) => name),
    [],
  )
  for (const name of ['preinstall', 'install', 'postinstall']) t.notOk(manifest.scripts[name], `assay has no ${name}`)
})

t.test('who judges a server installs none of what only the tests need', async (t) => {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, { dev?: true; os?: string[] }>
  }
  const here = Object.values(packages).filter(
    ({ dev, os = [process.platform] }) => !dev && os.includes(process.platform),
  )
  t.match(readFileSync(`${root}.npmrc`, 'utf8'), /^omit=dev$/m)
  t.ok(here.length <= 300, `${here.length} packages`)
})

t.test('every licence asks for no more than to be named', async (t) => {
  t.strictSame(licenceProblems(shipped()), [])
  const [one] = shipped()
  t.not(licenceProblems([{ ...one!, licence: 'GPL-3.0-only' }]).length, 0, 'another one is reported')
})

t.test('every dependency is pinned, and docs/dependencies.md has its reason', async (t) => {
  const reasons = readFileSync(`${root}docs/dependencies.md`, 'utf8')
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    t.match(version, /^\d+\.\d+\.\d+$/, `${name} has one version`)
    t.ok(reasons.includes(`| \`${name}\``), `${name} has a reason`)
  }
})

t.test('the example of a release publishes with provenance, and with rights for that alone', async (t) => {
  type Workflow = {
    permissions: Record<string, string>
    jobs: Record<string, { permissions: Record<string, string>; steps: { run?: string; uses?: string }[] }>
  }
  const workflow = parse(readFileSync(`${root}examples/ci/github-publish.yml`, 'utf8')) as Workflow
  const [job] = Object.values(workflow.jobs)
  t.strictSame(workflow.permissions, { contents: 'read' })
  t.strictSame(job!.permissions, { contents: 'read', 'id-token': 'write' })
  const commands = job!.steps.flatMap(({ run }) => run ?? [])
  t.ok(commands.some((one) => /npm publish .*--provenance/.test(one)))
  t.ok(commands.some((one) => one.includes('npm ci --ignore-scripts')))
  t.ok(commands.some((one) => one.includes('npm audit --omit=dev')))
  t.ok(commands.some((one) => one.includes('npm run sbom') || one.includes('npm run -s sbom')))
})
