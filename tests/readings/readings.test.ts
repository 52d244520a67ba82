// The mechanism of readings: every one of every freedom is known, the choice is drawn from a seed, and no simulator sees another's.
import t from 'tap'
import { loadContract, readFixture } from '../../simulator/contract/contract.ts'
import { createBehaviour } from '../../simulator/behaviour/create-behaviour.ts'
import {
  chooseReadings,
  conflicts,
  freedoms,
  ReadingError,
  supported,
} from '../../simulator/behaviour/readings/choose.ts'
import { readings } from '../../simulator/behaviour/readings/index.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { loadWorld } from '../../simulator/engine/world.ts'
import { at, each, open } from './look.ts'

const all = freedoms()
const others = all.flatMap(({ id, readings: permitted, default: usual }) =>
  Object.keys(permitted)
    .filter((reading) => reading !== usual)
    .map((reading) => [id, reading] as const),
)

t.test('every reading other than the default can be taken', async (t) => {
  const missing = others.filter(([id, reading]) => readings[id]?.[reading] === undefined).map((pair) => pair.join('='))
  t.same(missing, [], 'write an entry in simulator/behaviour/readings for each')
})

t.test('every entry is about a reading of a freedom, and not about the default', async (t) => {
  const strangers = Object.entries(readings).flatMap(([id, entries]) => {
    const freedom = all.find((one) => one.id === id)
    return Object.keys(entries)
      .filter((reading) => !freedom || !(reading in freedom.readings) || reading === freedom.default)
      .map((reading) => `${id}=${reading}`)
  })
  t.same(strangers, [])
})

t.test('every freedom has a default among its readings', async (t) => {
  const wrong = all.filter((freedom) => !(freedom.default in freedom.readings)).map(({ id }) => id)
  t.same(wrong, [])
})

t.test('conflicts are about readings there are, of two freedoms', async (t) => {
  for (const pair of conflicts()) {
    const [first, second] = pair.map((one) => one.split('='))
    for (const [id, reading] of [first!, second!]) {
      const freedom = all.find((one) => one.id === id)
      t.ok(Object.keys(freedom?.readings ?? {}).includes(reading!), `${id}=${reading}`)
    }
    t.not(first![0], second![0], `${pair.join(' and ')} are of two freedoms`)
    const usual = all.find((one) => one.id === second![0])?.default
    t.not(second![1], usual, `${pair[1]} can be given up for the default`)
  }
})

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof ReadingError ? error.code : String(error)
  }
}

t.test('what is unknown is refused with a code and a sentence', async (t) => {
  t.equal(
    codeOf(() => chooseReadings({ 'transport.colour': 'blue' })),
    'unknown_freedom',
  )
  t.equal(
    codeOf(() => chooseReadings({ 'transport.ping-text': 'blue' })),
    'unknown_reading',
  )
  await t.rejects(createSimulator({ readings: { 'transport.colour': 'blue' } }), {
    code: 'unknown_freedom',
    message: /^There is no freedom transport\.colour;/,
  })
  await t.rejects(createSimulator({ readings: { 'transport.ping-text': 'blue' } }), {
    code: 'unknown_reading',
    message: /it has ok, another-word\.$/,
  })
})

t.test('a seed alone decides a mix', async (t) => {
  for (const seed of [1, 7, 4_000_000_000]) t.same(chooseReadings({}, seed), chooseReadings({}, seed), `seed ${seed}`)
  t.notSame(chooseReadings({}, 1), chooseReadings({}, 2))
  t.same(chooseReadings({}), {}, 'without a seed nothing is drawn')
  const drawn = new Set(
    Array.from({ length: 40 }, (_, seed) => Object.entries(chooseReadings({}, seed)))
      .flat()
      .map(String),
  )
  const open = all.flatMap((freedom) =>
    supported(freedom)
      .slice(1)
      .map((reading) => `${freedom.id},${reading}`),
  )
  t.ok(drawn.size > open.length * 0.9, `forty mixes take ${drawn.size} of ${open.length} readings`)
})

t.test('what is asked for stands in every mix', async (t) => {
  const asked = { 'transport.ping-text': 'another-word', 'conventions.key-order': 'as-listed' }
  for (const seed of [1, 2, 3, 4, 5]) {
    const choice = chooseReadings(asked, seed)
    t.equal(choice['transport.ping-text'], 'another-word')
    t.equal(choice['conventions.key-order'], undefined, 'the default needs no entry')
  }
  t.same(chooseReadings(asked), { 'transport.ping-text': 'another-word' })
})

t.test('no mix holds two readings that contradict each other', async (t) => {
  const usual = new Map(all.map(({ id, default: reading }) => [id, reading]))
  for (let seed = 0; seed < 60; seed++) {
    const choice = chooseReadings({}, seed)
    const held = (pair: string) => {
      const [id = '', reading] = pair.split('=')
      return (choice[id] ?? usual.get(id)) === reading
    }
    const broken = conflicts().filter(([kept, given]) => held(kept) && held(given))
    t.same(broken, [], `seed ${seed}`)
  }
})

t.test('of a contradiction, what was asked for stays', async (t) => {
  const [pair] = conflicts()
  if (!pair) return
  const [[id = '', reading = ''], [givenId = '', given = '']] = pair.map((one) => one.split('=')) as [
    string[],
    string[],
  ]
  t.equal(chooseReadings({ [id]: reading }, 1)[givenId] === given, false)
  t.equal(chooseReadings({ [givenId]: given })[givenId], given)
})

t.test('every reading can be taken on every world without harm to the next simulator', async (t) => {
  const contract = loadContract()
  const kept = JSON.stringify([contract, loadWorld('demo')])
  for (const freedom of all) {
    for (const reading of supported(freedom).slice(1)) {
      const world = structuredClone(loadWorld('demo'))
      await t.resolves(
        createBehaviour(loadContract(), world, { readings: { [freedom.id]: reading } }),
        `${freedom.id}=${reading}`,
      )
    }
  }
  t.equal(JSON.stringify([loadContract(), loadWorld('demo')]), kept)
  t.same(readFixture('freedoms.yaml'), { freedoms: all })
})

t.test("one simulator's readings are its own", async (t) => {
  const world = loadWorld('demo')
  const before = JSON.stringify(world)
  const asked = {
    'catalog.code-style': 'digits',
    'conventions.identifier-length': 'full-length',
    'transport.ping-text': 'another-word',
    'versioning.new-enum-values': 'new-values',
    'versioning.new-event-types': 'new-types',
    'versioning.new-status-codes': 'new-codes',
  }
  const varied = await open(t, { world, readings: asked })
  const plain = await open(t, { world })
  t.same(varied.simulator.readings, asked)
  t.same(plain.simulator.readings, {})
  t.equal(JSON.stringify(world), before, 'the world that was given is untouched')
  const look = async ({ get, profile }: typeof plain) => ({
    ping: at((await get('/ping', { as: null })).body, 'status'),
    codes: each((await get('/order-types')).body, 'data', 'code'),
    client: profile.credentials.main!.client_id,
    filtered: (await get('/orders?status=inspection_completed')).status,
    types: (await get('/events?type=order.appointment_scheduled')).status,
  })
  const [one, other] = [await look(varied), await look(plain)]
  t.equal(one.ping, 'up')
  t.equal(other.ping, 'ok')
  t.notOk(one.codes.includes('1004'))
  t.ok(other.codes.includes('1004'))
  t.equal(one.client.length, 64)
  t.equal(other.client, world.roles.main)
  t.same([one.filtered, one.types], [200, 200])
  t.same([other.filtered >= 400, other.types >= 400], [true, true])
})

t.test('a reset leaves the readings in force', async (t) => {
  const { simulator, get, company } = await open(t, { readings: { 'catalog.code-style': 'digits' } })
  const codes = async () => each((await get('/order-types')).body, 'data', 'code')
  const before = await codes()
  t.equal((await company('/reset')).status, 200)
  t.same(await codes(), before)
  t.ok(simulator.readings['catalog.code-style'])
})
