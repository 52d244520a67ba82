// docs/generated-clients.md says of each generator what its run found: lab/generators/results.json, made by lab/generators/run.mjs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { root } from './places.ts'

type Tool = { id: string; tool: string; version: string; language: string; limits: string }
type Result = { version: string; failed?: string; steps: Record<string, 'ok' | 'failed'> }

const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const { tools } = parse(read('lab/generators/tools.yaml'), { merge: true }) as { tools: Tool[] }
const { before, ...results } = JSON.parse(read('lab/generators/results.json')) as { before: Record<string, Result> }
const now = results as Record<string, Result>
const page = read('docs/generated-clients.md')

const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
const [answers = '', ofBefore = ''] = page.split('## Before and now')
const rows = rowsOf(answers)
const steps = rows[0]!.slice(3).map((step) => step.replace(' ', '_'))
const said = { ok: 'yes', failed: '**no**' }

t.test('each generator has a row, with what its client did', async (t) => {
  t.strictSame(
    rows.slice(2),
    tools.map(({ id, tool, version, language }) => [
      tool,
      version,
      language,
      ...steps.map((step) => {
        const outcome = now[id]!.steps[step]
        return outcome ? said[outcome] : '–'
      }),
    ]),
  )
})

t.test('what was before stands beside what is now, from one sitting', async (t) => {
  const table = rowsOf(ofBefore).slice(2)
  t.equal(table.length, tools.length)
  for (const [index, { id, tool, language }] of tools.entries()) {
    const { version, failed, steps: done } = before[id]!
    const [named, inLanguage, was, is] = table[index]!
    t.strictSame([named, inLanguage, version], [tool, language, now[id]!.version])
    t.equal(was === 'all', failed === undefined && !Object.values(done).includes('failed'), id)
    if (failed) t.match(was, failed)
    t.equal(is === 'all', !Object.values(now[id]!.steps).includes('failed'), id)
  }
})

for (const { id, version, limits } of tools)
  t.test(`${id}: generated, compiled and called in the version of tools.yaml`, async (t) => {
    const { version: run, failed, steps: done } = now[id]!
    t.equal(run, version)
    t.equal(failed, undefined)
    for (const step of ['place', 'read', 'list', 'feed', 'event', 'new_field']) t.ok(step in done, step)
    if (Object.values(done).includes('failed')) t.not(limits.trim(), '', 'what fails is named as a limit of the tool')
  })

t.test('the page stays short', async (t) => {
  t.ok(Buffer.byteLength(page) <= 12_000, `${Buffer.byteLength(page)} bytes`)
})
