import t from 'tap'
import { chosenPlaces, isOfTerritory } from './chosen-places.ts'

t.test('a territory is among the places, wherever the profile names it', (t) => {
  const codes = ['78701', '10001', '94105', '60601', '00901', '33101']
  t.strictSame(chosenPlaces(codes), ['78701', '10001', '94105', '00901'])
  t.strictSame(chosenPlaces(['00901', ...codes]), ['00901', '78701', '10001', '94105'])
  t.strictSame(chosenPlaces(['78701']), ['78701'])
  t.strictSame(chosenPlaces([]), [])
  t.end()
})

t.test('territories are known by their digits', (t) => {
  for (const code of ['00601', '00901', '00802', '96910', '96950', '96799']) t.ok(isOfTerritory(code), code)
  for (const code of ['00501', '10001', '96701', '96898']) t.notOk(isOfTerritory(code), code)
  t.end()
})
