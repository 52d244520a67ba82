// The kill matrix as a process: a sample of the defects that changes with the commit is caught, and the data keeps its schema.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { Test } from 'tap'
import type { KillMatrix } from '../reports/kill-matrix.ts'
import { loadFixture } from './fixture-files.ts'
import { root } from './places.ts'

const adequacy = async (t: Test, ...args: string[]) => {
  const directory = t.testdir()
  const child = spawn(process.execPath, [join(root, 'dist/assay.js'), 'adequacy', '--report-dir', directory, ...args], {
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  const read = (name: string) => readFileSync(join(directory, name), 'utf8')
  return { code, output, matrix: () => JSON.parse(read('matrix.json')) as KillMatrix, page: () => read('matrix.html') }
}

/** Another sample with every commit, the same one for all who test it. */
const seedOfCommit = (): number => {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    return Number.parseInt(hash.slice(0, 7), 16)
  } catch {
    return 1
  }
}

const alone = ['--no-reference', '--whole', '0', '--random', '0', '--workers', '2']

t.test('a sample of the defects is caught', async (t) => {
  const seed = seedOfCommit()
  const { code, output, matrix, page } = await adequacy(t, '--sample', '10', '--seed', String(seed), ...alone)
  t.comment(`seed ${seed}: ${matrix().cpu_ms / 1000} s of CPU`)
  t.equal(code, 0, output)
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    loadFixture('schemas/matrix.schema.json'),
  )
  t.ok(validate(matrix()), JSON.stringify(validate.errors))
  t.equal(matrix().defects.length, 10)
  for (const { id, kill } of matrix().defects) t.ok(kill === null || page().includes(`id="${id}"`), id)
  t.notMatch(page(), /(?:src|href)="(?!#)/, 'the page loads nothing')
})

t.test('a defect that is not there, or an area, is a usage error', async (t) => {
  for (const args of [
    ['--defect', 'none-such'],
    ['--area', 'nowhere'],
  ]) {
    const { code, output } = await adequacy(t, ...args)
    t.equal(code, 3, output)
    t.match(output, new RegExp(args[1]!))
    t.notMatch(output, /\n {4}at /, 'no stack trace')
  }
})

t.test('the rules without a defect are listed', async (t) => {
  const { code, output } = await adequacy(t, '--list-gaps')
  t.equal(code, 0)
  t.notMatch(output, /[^a-z0-9.\n-]/)
})
