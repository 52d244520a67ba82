// What the search for false alarms stands on: one area under one mix passes, a defect in it does not, and overlaps name readings.
import t from 'tap'
import { overlaps } from '../scripts/overlaps.ts'
import { freedoms } from '../simulator/behaviour/readings/choose.ts'
import { expectRightReadings, expectSound, judgeMix } from './soundness.ts'

const areas = ['account']

t.test('mix 1 passes one area, and is seen as it is', async (t) => {
  const judged = await judgeMix({ vary: 1, areas })
  expectSound(t, judged, areas)
  expectRightReadings(t, judged)
})

t.test('a mix with a defect does not pass', async (t) => {
  const judged = await judgeMix({ vary: 1, areas, defect: 'account-environment-left-out' })
  t.ok(judged.held.length > 0)
})

t.test('overlaps are about readings there are', async (t) => {
  const known = new Set(freedoms().flatMap(({ id, readings }) => Object.keys(readings).map((name) => `${id}=${name}`)))
  const named = Object.entries(overlaps).flatMap(([seen, explained]) => [seen, ...explained])
  t.same(
    named.filter((pair) => !known.has(pair)),
    [],
  )
})
