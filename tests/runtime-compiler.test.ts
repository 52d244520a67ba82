// What runs is compiled by TypeScript of the version in package.json, whatever took the bin `tsc` of a checkout.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from './places.ts'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  devDependencies: { typescript: string }
}

t.test('build:runtime, where the native compiler took the bin', (t) => {
  const { typescript } = manifest.devDependencies
  const compiler = (version: string) => ({
    'package.json': JSON.stringify({ name: 'typescript', version, bin: { tsc: 'bin/tsc' } }),
    bin: { tsc: `#!/usr/bin/env node\nconsole.log('compiled by ${version}', ...process.argv.slice(2))\n` },
  })
  const folder = t.testdir({
    'package.json': JSON.stringify({
      type: 'module',
      scripts: { 'build:runtime': manifest.scripts['build:runtime'] },
      devDependencies: { typescript },
    }),
    fixtures: { 'one.yaml': 'a: 1' },
    // What the compiler would have made of the checks.
    dist: {
      fixtures: { 'contract-key.js': 'export const contractKey = () => "key"' },
      conformance: { checks: { 'load-checks.js': 'export const outlineChecks = async () => []' } },
    },
    node_modules: { '.bin': {}, typescript: compiler(typescript), 'typescript-native': compiler('7.0.2') },
  })
  chmodSync(join(folder, 'node_modules', 'typescript-native', 'bin', 'tsc'), 0o755)
  symlinkSync('../typescript-native/bin/tsc', join(folder, 'node_modules', '.bin', 'tsc'))
  for (const name of ['build-runtime.js', 'compile-fixtures.js', 'outline-checks.js'])
    cpSync(join(root, 'scripts', name), join(folder, 'scripts', name))
  symlinkSync(join(root, 'node_modules', 'yaml'), join(folder, 'node_modules', 'yaml'))
  const ran = spawnSync('npm', ['run', '--silent', 'build:runtime'], { cwd: folder, encoding: 'utf8', timeout: 60_000 })
  t.equal(ran.stdout, `compiled by ${typescript} -p tsconfig.runtime.json\n`, ran.stderr)
  const copy = readFileSync(join(folder, 'dist', 'fixtures', 'one.yaml.json'), 'utf8')
  t.match(JSON.parse(copy), { content: { a: 1 } }, 'and the YAML that every start reads')
  t.end()
})
