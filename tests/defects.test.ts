// Every deliberate defect names a rule that exists and replaces something, and none leaks into another simulator.
import t from 'tap'
import { contractBehaviour } from '../simulator/behaviour/behaviour.ts'
import { createBehaviour } from '../simulator/behaviour/create-behaviour.ts'
import { depths } from '../proof/defects/depths.ts'
import { operators } from '../simulator/behaviour/operators/mutation.ts'
import { faultTypes } from '../proof/defects/fault-types.ts'
import { defects } from '../proof/defects/index.ts'
import { loadContract } from '../simulator/contract/contract.ts'
import { loadWorld } from '../simulator/engine/world.ts'
import { fixtureNames, loadFixture } from './fixture-files.ts'

const contract = loadContract()
const rules = new Map(
  fixtureNames()
    .filter((name) => name.startsWith('rules/'))
    .flatMap((name) => loadFixture<{ rules: { id: string; party?: string; unobservable?: string }[] }>(name).rules)
    .map((rule) => [rule.id, rule]),
)
const ids = new Set(defects.map(({ id }) => id))

/** The source of every function and every value of a behaviour: what a defect can change. */
const fingerprint = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'function') return String(item)
    // An array may have functions of its own, which would not be written.
    return Array.isArray(item) && Object.keys(item).length > item.length ? { ...item } : item
  })

t.test('each defect breaks one rule of the service that can be observed', async (t) => {
  const named = (rule: string): boolean => {
    const row = rules.get(rule)
    return row !== undefined && row.party !== 'client' && row.unobservable === undefined
  }
  t.strictSame(
    defects.filter(({ breaks, also = [] }) => ![breaks, ...also].every(named)).map(({ id }) => id),
    [],
  )
  t.strictSame(
    defects.filter(({ breaks, also = [] }) => also.includes(breaks)).map(({ id }) => id),
    [],
  )
  t.equal(ids.size, defects.length, 'ids are unique')
})

t.test('each defect changes the behaviour it is given, and no other', async (t) => {
  const obedient = fingerprint(contractBehaviour(contract))
  const world = loadWorld('demo')
  const unchanged: string[] = []
  for (const { id } of defects)
    if (fingerprint(await createBehaviour(contract, world, { defect: id, defects: async () => defects })) === obedient)
      unchanged.push(id)
  t.strictSame(unchanged, [])
  t.equal(fingerprint(contractBehaviour(contract)), obedient)
})

t.test('each defect names the operator that built it, one of the closed list', async (t) => {
  t.strictSame(
    defects.filter(({ operator }) => !Object.hasOwn(operators, operator)).map(({ id }) => id),
    [],
  )
  const used = new Set<string>(defects.map(({ operator }) => operator))
  t.strictSame(
    Object.keys(operators).filter((operator) => !used.has(operator)),
    [],
    'every operator builds a defect',
  )
})

t.test('an unknown defect is refused with a code', async (t) => {
  await t.rejects(createBehaviour(contract, loadWorld('demo'), { defect: 'none-such', defects: async () => defects }), {
    code: 'unknown_defect',
    message: /none-such/,
  })
})

t.test('some defects are deep, and say where they hide', async (t) => {
  const deep = defects.filter((defect) => defect.deep !== undefined)
  t.strictSame(
    deep.filter((defect) => !/^(only|under) /.test(defect.deep!)).map(({ id }) => id),
    [],
  )
  t.strictSame(
    [...depths.keys()].filter((id) => !ids.has(id)),
    [],
    'the table names defects there are',
  )
  const written = defects.filter(({ file }) => !file.includes('/generated/'))
  const deepWritten = written.filter((defect) => defect.deep !== undefined)
  t.ok(deepWritten.length > 0, 'some written by hand')
  t.ok(deepWritten.length < deep.length, 'and some generated')
})

t.test('the ten fault types of the comparison of fuzzers are among them', async (t) => {
  t.equal(Object.keys(faultTypes).length, 10)
  for (const [type, examples] of Object.entries(faultTypes)) {
    t.ok(examples.length > 0, type)
    t.strictSame(
      examples.filter((id) => !ids.has(id)),
      [],
      type,
    )
  }
})

t.test('the generated defects cover the lifecycle table', async (t) => {
  type Cell = 'accepted' | 'refused' | { open: string }
  const { cells, advance, advance_as_previous } = loadFixture<{
    cells: Record<string, Record<string, Cell>>
    advance: Record<string, string[]>
    advance_as_previous: string[]
  }>('lifecycle.yaml')
  const kebab = (status: string): string => status.replaceAll('_', '-')
  const owed: string[] = []
  const codes = Object.keys(cells['hold']!)
  for (const from of codes.filter((code) => !advance_as_previous.includes(code))) {
    for (const to of codes) {
      const move = `${kebab(from)}-to-${kebab(to)}`
      if (advance[from]!.includes(to)) owed.push(`advance-refused-${move}`, `advance-astray-${move}`)
      else owed.push(`advance-taken-${move}`)
      if (advance[from]!.includes(to) && !to.endsWith('report_complete')) owed.push(`no-event-of-advance-${move}`)
    }
  }
  for (const action of ['hold', 'resume', 'cancel'])
    for (const [status, cell] of Object.entries(cells[action]!)) {
      if (cell === 'accepted') owed.push(`${action}-refused-in-${kebab(status)}`)
      if (cell === 'refused') owed.push(`${action}-taken-in-${kebab(status)}`)
      if (cell === 'accepted' && action !== 'resume')
        owed.push(
          `${action}-astray-from-${kebab(status)}`,
          `${action}-forgotten-in-${kebab(status)}`,
          `no-event-of-${action}-in-${kebab(status)}`,
          `second-event-of-${action}-in-${kebab(status)}`,
        )
    }
  for (const [status, cell] of Object.entries(cells['revision_request']!)) {
    if (cell === 'refused') owed.push(`revision-taken-in-${kebab(status)}`)
    for (const kind of cell === 'accepted' ? ['correction', 'reconsideration'] : [])
      owed.push(
        `${kind}-refused-in-${kebab(status)}`,
        `no-event-of-${kind}-in-${kebab(status)}`,
        `second-event-of-${kind}-in-${kebab(status)}`,
      )
  }
  const types = loadFixture<{ event_types: { type: string }[] }>('webhooks.yaml').event_types
  owed.push(...types.map(({ type }) => `late-${kebab(type.slice('order.'.length))}-event`))
  // One of them is written by hand.
  t.strictSame(
    [...new Set(owed)].filter((id) => !ids.has(id)),
    ['hold-taken-in-report-complete'],
  )
})
