// The recipes that need no package registry, run as they stand: each passes, and fails where the simulator has a bug that it looks for.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { root } from './places.ts'
import { runAssay } from './run-assay.ts'

const projectWith = (t: Test, file: string): string => {
  const folder = t.testdir()
  copyFileSync(join(root, 'docs', 'recipes', file), join(folder, file))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'assay'))
  return folder
}

const can = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0

type Recipe = { file: string; command: string[]; missing: string | false; defect: string }

const recipes: Recipe[] = [
  {
    file: 'test_lender.py',
    command: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_lender.py'],
    missing: can('python3', '-c', 'import pytest, requests') ? false : 'PYTEST AND REQUESTS ARE NOT INSTALLED HERE',
    defect: 'replay-makes-a-second-order',
  },
  {
    file: 'LenderTest.java',
    command: ['java', 'LenderTest.java'],
    missing: can('java', '--version') ? false : 'JAVA IS NOT INSTALLED HERE',
    defect: 'replay-makes-a-second-order',
  },
]

for (const { file, command, missing, defect } of recipes)
  t.test(`the recipe ${file}`, { skip: missing }, async (t) => {
    const cwd = projectWith(t, file)
    const passed = await runAssay(['exec', '--audit', '--', ...command], { cwd })
    t.equal(passed.code, 0, passed.output.slice(-2000))
    t.match(passed.output, /Audit: 0 of /, 'it passes the audit of its own client')
    const renamed = await runAssay(['exec', '--vary', '3', '--', ...command], { cwd })
    t.notMatch(renamed.output, /LENDER_ID|the lender's id/, 'its start-up check knows the lenders of a mix')
    const failed = await runAssay(['exec', '--defect', defect, '--', ...command], { cwd })
    t.equal(failed.code, 1, failed.output.slice(-2000))
  })

t.test('the recipe receiver.test.mjs', async (t) => {
  const cwd = projectWith(t, 'receiver.test.mjs')
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [...args, 'receiver.test.mjs'], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    })
  const { status, stdout } = run('--test')
  t.equal(status, 0, stdout.slice(-2000))
  t.match(stdout, /pass 2/)
})

t.test('the recipe node.test.mjs fails for a client that violates a rule', async (t) => {
  const cwd = projectWith(t, 'node.test.mjs')
  const path = join(cwd, 'node.test.mjs')
  const run = () =>
    spawnSync(process.execPath, ['--test', '--test-name-pattern=a client', 'node.test.mjs'], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    })
  const good = run()
  t.equal(good.status, 0, good.stdout.slice(-2000))
  const recipe = readFileSync(path, 'utf8')
  const forgetful = recipe.replace(/^ {2}const \{ access_token \}[^]*?(?=^ {2}assert)/m, (calls) =>
    [calls, ...Array.from({ length: 4 }, () => `  {\n${calls}  }\n`)].join(''),
  )
  t.not(forgetful, recipe, 'a client that takes a token for each call')
  writeFileSync(path, forgetful)
  const bad = run()
  t.equal(bad.status, 1)
  t.match(bad.stdout, /auth\.client-caches-tokens[^]*change +Keep the token/)
})
