// The action refuses to judge nothing in particular: without a target it ends with 3, before assay is started.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { parse } from 'yaml'
import { root } from './places.ts'
import { ended } from './wait-for.ts'

type Step = { id?: string; run?: string; env?: Record<string, string> }

const { runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as { runs: { steps: Step[] } }
const step = runs.steps.find(({ id }) => id === 'assay')!

/** Runs the step with an `assay` that only says how it was called. */
const act = async (t: Test, given: Record<string, string>) => {
  const folder = t.testdir({ output: '' })
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(folder, 'dist', 'assay.js'),
    'console.log(`called: ${process.argv.slice(2).map((one) => `<${one}>`).join(" ")}`)',
  )
  const empty = Object.fromEntries(Object.keys(step.env ?? {}).map((name) => [name, '']))
  const output = join(folder, 'output')
  const env = { PATH: process.env['PATH'], ...empty, GITHUB_ACTION_PATH: folder, GITHUB_OUTPUT: output, ...given }
  const shell = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run!], {
    env: env as Record<string, string>,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  const [code] = await ended(shell)
  return { code, said, output: readFileSync(output, 'utf8') }
}

t.test('an empty target and an empty base-url are refused', async (t) => {
  const { code, said, output } = await act(t, {})
  t.equal(code, 3, said)
  t.match(said, /^::error::no_target: /m)
  t.notMatch(said, 'called')
  t.match(output, 'exit-code=3')
})

const named: Record<string, Record<string, string>> = {
  'a target': { ASSAY_TARGET: 'target.yaml' },
  'a base-url': { ASSAY_BASE_URL: 'https://sandbox.example.com/v1' },
  'a merge': { MERGE: 'shards' },
  'the embedded simulator': { ARGS: '--budget=300\n--embedded' },
}

for (const [what, env] of Object.entries(named)) {
  t.test(`${what} is enough`, async (t) => {
    const { code, said } = await act(t, env)
    t.equal(code, 0, said)
    t.match(said, 'called: ')
  })
}

t.test('what an input holds is one argument, one output, and no command', async (t) => {
  const hostile = `--x' "$(touch pwned)" ; touch pwned \`touch pwned\`\nexit-code=0`
  const judged = await act(t, { ASSAY_TARGET: hostile, ASSAY_REPORT_DIR: hostile, ARGS: hostile })
  t.equal(judged.said, `called: <conform> <${hostile.split('\n').join('> <')}>\n`)
  t.equal(judged.output.split('\n').filter((line) => line.startsWith('exit-code=')).length, 1, judged.output)
  const merged = await act(t, { MERGE: '--no-baseline', ARGS: '--require=95%' })
  t.equal(merged.said, 'called: <merge> <--require=95%> <--> <--no-baseline>\n', 'a directory is no option')
})

t.test('strict reaches the run by its variable, as the input was given', async (t) => {
  t.equal(step.env?.['ASSAY_STRICT'], '${{ inputs.strict }}')
  t.match(step.run, 'assay.js')
})
