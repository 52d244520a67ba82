import t from 'tap'
import { localDate, timeZoneOf } from './time-zones.ts'

t.test('a date at a property turns at its own midnight, to the millisecond, in winter and in summer', (t) => {
  const turns: [code: string, midnight: string, date: string][] = [
    ['94103', '2026-03-01T08:00:00.000Z', '2026-03-01'],
    ['94103', '2026-07-01T07:00:00.000Z', '2026-07-01'],
    ['10001', '2026-07-01T04:00:00.000Z', '2026-07-01'],
    ['96720', '2026-07-01T10:00:00.000Z', '2026-07-01'],
    ['96910', '2026-06-30T14:00:00.000Z', '2026-07-01'],
    // The clock is put forward and back in the night before.
    ['78701', '2026-03-08T06:00:00.000Z', '2026-03-08'],
    ['78701', '2026-03-09T05:00:00.000Z', '2026-03-09'],
    ['78701', '2026-11-01T05:00:00.000Z', '2026-11-01'],
    ['78701', '2026-11-02T06:00:00.000Z', '2026-11-02'],
  ]
  for (const [code, midnight, date] of turns) {
    const at = Date.parse(midnight)
    t.not(localDate(at - 1, code), date, `${code} before ${midnight}`)
    t.equal(localDate(at, code), date, `${code} at ${midnight}`)
    t.not(localDate(at - 1, code), date, `${code} before ${midnight}, asked again`)
  }
  t.end()
})

/** Public knowledge, none of it read off the table. */
const known = `
New_York    33101 Miami       32301 Tallahassee  48226 Detroit     49855 Marquette    46204 Indianapolis  47501 Washington IN
New_York    40202 Louisville  42501 Somerset     37402 Chattanooga 30303 Atlanta      04730 Houlton
Chicago     32501 Pensacola   78701 Austin       68102 Omaha       49938 Ironwood     49801 Iron Mountain 46402 Gary
Chicago     47708 Evansville  46534 Knox         42101 Bowling Green 37203 Nashville  58501 Bismarck      57501 Pierre
Denver      79901 El Paso     83702 Boise        69361 Scottsbluff 67735 Goodland     57701 Rapid City    58601 Dickinson
Denver      86515 Window Rock 86045 Tuba City    97914 Ontario     89883 West Wendover 87501 Santa Fe
Phoenix     85001 Phoenix     86001 Flagstaff    86042 Polacca     86039 Kykotsmovi
Los_Angeles 83843 Moscow ID   97201 Portland     89501 Reno        83814 Coeur-d-Alene
Anchorage   99501 Anchorage   99801 Juneau
Adak        99546 Adak
Honolulu    96720 Hilo
Puerto_Rico 00901 San Juan    00801 St-Thomas
Guam        96910 Hagatna     96950 Saipan
Pago_Pago   96799 Pago-Pago
`

t.test('split states, Arizona, Indiana and the territories keep the time that they keep', (t) => {
  for (const line of known.trim().split('\n')) {
    const [zone] = line.split(' ')
    for (const [code] of line.matchAll(/\d{5}/g)) t.equal(timeZoneOf(code).split('/').at(-1), zone, code)
  }
  t.end()
})

t.test('a code with four digits more is where its first five are, and an unknown one where the day ends last', (t) => {
  t.equal(timeZoneOf('32501-1234'), 'America/Chicago')
  for (const code of ['00000', 'K1A 0B1', '', 'constructor']) t.equal(timeZoneOf(code), 'Pacific/Pago_Pago')
  t.end()
})
