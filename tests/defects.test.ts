// Every deliberate defect names a rule that exists and replaces something, and none leaks into another simulator.
import t from 'tap'
import { obey } from '../simulator/behaviour/behaviour.ts'
import { createBehaviour } from '../simulator/behaviour/create-behaviour.ts'
import { defects } from '../simulator/behaviour/defects/index.ts'
import { loadContract } from '../simulator/contract.ts'
import { loadWorld } from '../simulator/world.ts'
import { fixtureNames, loadFixture } from './fixture-files.ts'

const contract = loadContract()
const rules = new Map(
  fixtureNames()
    .filter((name) => name.startsWith('rules/'))
    .flatMap((name) => loadFixture<{ rules: { id: string; party: string; unobservable?: string }[] }>(name).rules)
    .map((rule) => [rule.id, rule]),
)

/** The source of every function and every value of a behaviour: what a defect can change. */
const fingerprint = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'function' ? String(item) : item))

t.test('each defect breaks one rule of the service that can be observed', async (t) => {
  t.strictSame(
    defects.filter(({ breaks }) => rules.get(breaks)?.party !== 'service').map(({ id }) => id),
    [],
  )
  t.strictSame(
    defects.filter(({ breaks }) => rules.get(breaks)?.unobservable !== undefined).map(({ id }) => id),
    [],
  )
  t.equal(new Set(defects.map(({ id }) => id)).size, defects.length, 'ids are unique')
})

t.test('each defect changes the behaviour it is given, and no other', async (t) => {
  const obedient = fingerprint(obey(contract))
  for (const { id } of defects) t.not(fingerprint(createBehaviour(contract, loadWorld('demo'), { defect: id })), obedient, id)
  t.equal(fingerprint(obey(contract)), obedient)
})

t.test('an unknown defect is refused with a code', async (t) => {
  t.throws(() => createBehaviour(contract, loadWorld('demo'), { defect: 'none-such' }), { code: 'unknown_defect', message: /none-such/ })
})
