// `assay rules --check` and what `--contract` quotes, on the contract itself where a copy is at hand, and on made-up files.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { rules } from '../conformance/contract/contract.ts'
import { callAssay } from './call-command.ts'
import { loadFixture } from './fixture-files.ts'
import { root } from './places.ts'

const copy = process.env['ASSAY_CONTRACT'] ?? join(root, '..', 'shared', 'spec', 'lender-appraisal-ordering-service.md')
const skip = existsSync(copy) ? false : 'no copy of the contract is at hand'

type Passages = { passages: Record<string, { at: string; words: string }> }

t.test('each id that a rule names is a passage, and no two passages have one address', async (t) => {
  const { passages } = loadFixture<Passages>('passages.yaml')
  const named = [...rules().values()].flatMap(({ rests_on: ids = [] }) => ids)
  t.strictSame(
    named.filter((id) => passages[id] === undefined),
    [],
  )
  const addresses = Object.values(passages).map(({ at }) => at)
  t.equal(new Set(addresses).size, addresses.length)
})

t.test('the contract has every passage in its place', { skip }, async (t) => {
  const { code, out } = await callAssay(['rules', '--check', copy])
  t.equal(code, 0, out)
  t.match(out, /^(\d+) passages: \1 in place, 0 moved, 0 changed, 0 lost; 0 not known\n$/)
})

t.test('a changed copy names the passage and the rules that rest on it', { skip }, async (t) => {
  const text = readFileSync(copy, 'utf8')
  const [row] = /^\| Page size \|.*$/m.exec(text)!
  const file = join(t.testdir(), 'contract.md')
  writeFileSync(file, text.replace(row, '| Page size | as it comes |'))
  const changed = await callAssay(['rules', '--check', file])
  t.equal(changed.code, 1)
  t.match(
    changed.out,
    /1 changed, 0 lost; 0 not known\n\nChanged: [^\n]*\n {2}Limits \/ row Page size, words now '[0-9a-f]{16}'\n {4}/,
  )
  writeFileSync(file, text.replace(row, `${row}\n| Doors | 7 |`))
  const longer = await callAssay(['rules', '--check', file])
  t.match(longer.out, /^ {2}P\d+: \{ at: "Limits \/ row Doors", words: '[0-9a-f]{16}' \}$/m, 'a row to copy')
  writeFileSync(file, text.replace('## Limits', '## Bounds'))
  const moved = await callAssay(['rules', '--check', file])
  t.equal(moved.code, 0, 'the same words elsewhere')
  t.match(moved.out, 'Limits / row Page size → Bounds / row Page size')
})

t.test('another document is no copy, and a file that cannot be read is wrong usage', async (t) => {
  const file = join(t.testdir({ 'other.md': '# Bread\n\nTake flour. Add water.\n' }), 'other.md')
  const other = await callAssay(['rules', '--check', file])
  t.match(other, {
    code: 2,
    out: '',
    err: /^no_contract: .* must be a copy of the contract, but has none of the \d+ passages/,
  })
  t.match(await callAssay(['rules', '--check', `${file}.not`]), { code: 3, err: /unreadable_contract/ })
  t.match(await callAssay(['explain', 'account.answers-200', '--contract', file]), { code: 3, err: /no_contract/ })
})

t.test('explain quotes what a rule rests on from the copy alone', { skip }, async (t) => {
  const rule = [...rules().values()].find(({ rests_on: ids = [] }) => ids.length > 0)
  t.plan(rule === undefined ? 0 : 2)
  if (rule === undefined) return
  t.match((await callAssay(['explain', rule.id, '--contract', copy])).out, /rests on {4}[^\n]+: “[^\n]+”/)
  t.match((await callAssay(['explain', rule.id], { ASSAY_CONTRACT: undefined })).out, /rests on {4}[^\n“]+\n/)
})
