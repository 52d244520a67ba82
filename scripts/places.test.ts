import { join } from 'node:path'
import t from 'tap'
import { root } from '../tests/places.ts'
import { runAssay } from '../tests/run-assay.ts'
import { bareFigures, byFile, linesThatSay } from './limit-texts.ts'

/** As `npm run places` does, from the sources. */
const places = async (...names: string[]) => {
  const { code, out, err } = await runAssay(['places', ...names], { program: [join(root, 'scripts/from-source.js')] })
  t.equal(code, 0, err)
  return out
}

t.test('a name is found in code, and apart from it in tests and fixtures', async (t) => {
  const [code = '', beside = ''] = (await places('completed_at')).split(/^ {2}and in \d+ tests and fixtures$/m)
  t.match(code, /^ {2}simulator\/domain\/records\.ts$/m)
  t.notMatch(code, /tests\/|fixtures\//)
  t.match(beside, /^ {4}fixtures\/openapi\.yaml$/m)
  t.match(beside, /^ {4}tests\/simulator\/advance\.test\.ts$/m)
})

t.test('a limit without a number names the freedom that decides it', async (t) => {
  const said = await places('text_max_characters')
  t.match(said, /the contract shows no number; the freedom limits\.text-lengths of fixtures\/freedoms\.yaml/)
  t.equal(said.trim().split('\n').length, 1)
})

t.test('a name that nothing has brings the nearest ones, and an area its places', async (t) => {
  t.match(await places('link_lifetime_seconds'), 'did you mean download_link_lifetime_seconds')
  const said = await places('catalog')
  for (const place of ['fixtures/rules/catalog.yaml', 'conformance/checks/catalog/ (']) t.match(said, place)
})

t.test('lines about what a limit is of come first, and the codes of HTTP are none of them', async (t) => {
  const said = await places('download_link_lifetime_seconds')
  const [named = '', others = '', bare = ''] = said.split(/^ {2}and \d+ lines have .*$/m)
  for (const place of ['fixtures/rules/downloads.yaml', 'tests/fixtures.test.ts']) t.match(named, place)
  t.notMatch(named, 'tolerance_seconds: 300')
  t.match(others, /^ {4}conformance\/preflight\/clock\.ts:\d+:.*five minutes/m)
  t.match(bare, /^ {4}fixtures\/webhooks\.yaml: \d+(, \d+)*$/m, 'only where the figure stands')
  t.notMatch(bare, 'tolerance_seconds')
  t.notMatch(said, 'fixtures/objections.yaml', 'what was decided keeps its words')
  t.notMatch(said, /status\S* < 300|Silent for up to/)
})

t.test('comparisons with the bare figure of a limit come before the other lines, tests included', async (t) => {
  const limit = { value: 64, unit: 'characters' }
  const said = linesThatSay(limit)
  const lines = [...said, ...bareFigures(limit, said)]
  const at = (form: RegExp) => lines.findIndex((line) => form.test(line))
  const compared = at(/^simulator\/time\/ids\.test\.ts:\d+:.*length <= 64/)
  t.ok(compared >= 0)
  t.ok(compared < at(/^fixtures\/rules\/conventions\.yaml:/))
  t.ok(at(/^fixtures\/limits\.yaml:\d+: {4}value: 64/) > compared)
  t.ok(at(/^simulator\/webhooks\/connections\.ts:\d+:const MAX_POOLS = 64/) > compared, 'any bare figure comes, too')
  t.equal(at(/\.svg:|\.d\.ts:/), -1)
  const day = { value: 86_400, unit: 'seconds' }
  t.ok([...linesThatSay(day), ...bareFigures(day, [])].some((line) => line.includes('86_400')))
  t.strictSame(byFile(['a.ts:1:x', 'b.ts:2:y', 'a.ts:30:z']), ['a.ts: 1, 30', 'b.ts: 2'])
})
