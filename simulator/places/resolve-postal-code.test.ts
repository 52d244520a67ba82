// ZIP codes of every state and territory, what must not resolve, and how many codes there are.

import t from 'tap'
import { planningRegionOf } from './planning-region-of.ts'
import { resolvePostalCode } from './resolve-postal-code.ts'

/** Code, preferred place name, state, county: public knowledge, none of it read off the data file. */
const known = `
35203 Birmingham|AL|Jefferson          99501 Anchorage|AK|Anchorage           85001 Phoenix|AZ|Maricopa
72201 Little Rock|AR|Pulaski           90210 Beverly Hills|CA|Los Angeles     94103 San Francisco|CA|San Francisco
80202 Denver|CO|Denver                 06103 Hartford|CT|Hartford             19901 Dover|DE|Kent
20500 Washington|DC|District of Columbia  33139 Miami Beach|FL|Miami-Dade     30303 Atlanta|GA|Fulton
96813 Honolulu|HI|Honolulu             83702 Boise|ID|Ada                     60601 Chicago|IL|Cook
46204 Indianapolis|IN|Marion           50309 Des Moines|IA|Polk               66603 Topeka|KS|Shawnee
40202 Louisville|KY|Jefferson          70112 New Orleans|LA|Orleans           04101 Portland|ME|Cumberland
21401 Annapolis|MD|Anne Arundel        21202 Baltimore|MD|Baltimore City      02108 Boston|MA|Suffolk
48226 Detroit|MI|Wayne                 55401 Minneapolis|MN|Hennepin          39201 Jackson|MS|Hinds
63101 Saint Louis|MO|St. Louis City    59601 Helena|MT|Lewis and Clark        68102 Omaha|NE|Douglas
89101 Las Vegas|NV|Clark               89701 Carson City|NV|Carson City       03301 Concord|NH|Merrimack
07102 Newark|NJ|Essex                  87501 Santa Fe|NM|Santa Fe             88001 Las Cruces|NM|Doña Ana
10001 New York|NY|New York             28202 Charlotte|NC|Mecklenburg         27101 Winston Salem|NC|Forsyth
58501 Bismarck|ND|Burleigh             43215 Columbus|OH|Franklin             73102 Oklahoma City|OK|Oklahoma
97201 Portland|OR|Multnomah            19103 Philadelphia|PA|Philadelphia     02903 Providence|RI|Providence
29201 Columbia|SC|Richland             57501 Pierre|SD|Hughes                 37203 Nashville|TN|Davidson
78701 Austin|TX|Travis                 78501 McAllen|TX|Hidalgo               84101 Salt Lake City|UT|Salt Lake
05401 Burlington|VT|Chittenden         23219 Richmond|VA|Richmond City        98101 Seattle|WA|King
25301 Charleston|WV|Kanawha            53202 Milwaukee|WI|Milwaukee           82001 Cheyenne|WY|Laramie
00901 San Juan|PR|San Juan             00601 Adjuntas|PR|Adjuntas             00734 Ponce|PR|Ponce
00802 St Thomas|VI|St. Thomas          00820 Christiansted|VI|St. Croix       00830 St John|VI|St. John
96910 Hagatna|GU|Guam                  96931 Tamuning|GU|Guam                 96799 Pago Pago|AS|Eastern
96950 Saipan|MP|Saipan                 96951 Rota|MP|Rota                     96952 Tinian|MP|Tinian`
  .split(/\s{2,}|\n/)
  .filter(Boolean)

/** Codes per state in the postal service's own list of 2023, read by another program; states whose codes begin with 0 apart. */
const atLeast =
  `AK:273 AL:810 AR:705 AS:1 AZ:526 CA:2584 CO:641 DC:270 DE:96 FL:1463 GA:950 GU:13 HI:137 IA:1055 ID:317 IL:1568
IN:957 KS:747 KY:944 LA:719 MD:602 MI:1158 MN:958 MO:1154 MP:3 MS:531 MT:404 NC:1079 ND:407 NE:616 NM:427 NV:254 NY:2146
OH:1414 OK:763 OR:479 PA:2166 SC:534 SD:385 TN:785 TX:2598 UT:344 VA:1213 WA:715 WI:879 WV:851 WY:194`.split(/\s/)
const beginningWithZero = ['CT', 'MA', 'ME', 'NH', 'NJ', 'PR', 'RI', 'VI', 'VT']

const allCodes = Array.from({ length: 100_000 }, (_code, number) => String(number).padStart(5, '0'))
const resolvable = allCodes.flatMap((code) => resolvePostalCode(code) ?? [])
const countOf = (state: string): number => resolvable.filter((place) => place.state === state).length

t.test('a known code of each state and territory resolves to its place, state and county', (t) => {
  for (const line of known) {
    const [, code = '', city, state, county] = /^(\d{5}) (.+)\|(.+)\|(.+)$/.exec(line) ?? []
    t.strictSame(resolvePostalCode(code), { city, state, county }, line)
  }
  const states = new Set(known.map((line) => line.split('|')[1]))
  t.strictSame(states, new Set([...atLeast.map((entry) => entry.slice(0, 2)), ...beginningWithZero]))
  t.equal(states.size, 50 + 1 + 5)
  t.end()
})

t.test('a nine-digit code resolves by its first five digits', (t) => {
  t.strictSame(resolvePostalCode('78701-0001'), resolvePostalCode('78701'))
  t.strictSame(resolvePostalCode('00901-9999'), resolvePostalCode('00901'))
  t.equal(resolvePostalCode('00000-1234'), undefined)
  t.end()
})

t.test('codes for post office boxes and for single recipients resolve', (t) => {
  t.match(resolvePostalCode('10008'), { city: 'New York', state: 'NY', county: 'New York' }, 'post office boxes')
  t.match(resolvePostalCode('00501'), { city: 'Holtsville', state: 'NY', county: 'Suffolk' }, 'the lowest code')
  t.match(resolvePostalCode('12345'), { city: 'Schenectady', state: 'NY', county: 'Schenectady' }, 'one company')
  t.match(resolvePostalCode('99950'), { city: 'Ketchikan', state: 'AK' }, 'the highest code')
  t.end()
})

t.test('the place name is the preferred one where the place has others', (t) => {
  t.equal(resolvePostalCode('92587')?.city, 'Menifee')
  t.equal(resolvePostalCode('37934')?.city, 'Farragut')
  t.equal(resolvePostalCode('83814')?.city, 'Coeur d Alene')
  t.equal(resolvePostalCode('31905')?.city, 'Fort Benning')
  t.equal(resolvePostalCode('08691')?.city, 'Robbinsville')
  t.end()
})

t.test('a code that lies in several counties has the one in which most of its people live', (t) => {
  const counties = `20109 Prince William  77382 Montgomery  97086 Clackamas  75036 Denton  19126 Philadelphia  60428 Cook  45434 Greene
    43240 Delaware  56304 Sherburne  86351 Yavapai  21251 Baltimore City  77494 Fort Bend  36034 Pike  38463 Wayne  27263 Randolph
    12024 Columbia  22802 Harrisonburg City`
  for (const row of counties.split(/\s{2,}/)) t.equal(resolvePostalCode(row.slice(0, 5))?.county, row.slice(6), row)
  t.end()
})

t.test('a post office where nobody lives has the county of the town it names', (t) => {
  const counties = {
    '99510': 'Anchorage',
    '30164': 'Floyd',
    '53702': 'Dane',
    '79105': 'Potter',
    '99830': 'Prince of Wales-Hyder',
  }
  for (const [code, county] of Object.entries(counties)) t.equal(resolvePostalCode(code)?.county, county, code)
  t.end()
})

t.test('each code of Connecticut has one of nine planning regions, and no other code has any', (t) => {
  const regions = new Map(allCodes.map((code) => [code, planningRegionOf(code)]))
  for (const [code, region] of regions)
    if ((region !== undefined) !== (resolvePostalCode(code)?.state === 'CT')) t.fail(code)
  t.equal(new Set(regions.values()).size, 9 + 1)
  t.equal(regions.get('06103'), 'Capitol')
  t.equal(regions.get('06830'), 'Western Connecticut')
  t.equal(regions.get('06604'), 'Greater Bridgeport')
  t.equal(planningRegionOf('06103-1234'), 'Capitol')
  t.end()
})

t.test('what is no ZIP code in use does not resolve', (t) => {
  for (const code of ['00000', '99999', '00001', '56999', '88888']) t.equal(resolvePostalCode(code), undefined, code)
  t.end()
})

t.test('military mail and freely associated states are no United States properties', (t) => {
  for (const code of ['09012', '34002', '96201', '96960', '96939', '96941'])
    t.equal(resolvePostalCode(code), undefined, code)
  t.end()
})

t.test('anything that is not written as a ZIP code does not resolve', (t) => {
  const garbage = [
    '',
    ' ',
    '7870',
    '787011',
    '78701 ',
    ' 78701',
    '78701\n',
    '78701-',
    '78701-123',
    '78701-12345',
    '787010001',
  ]
  const more = [
    '78701 0001',
    '٧٨٧٠١',
    '７８７０１',
    '+8701',
    '1e4',
    '0x10',
    'SW1A 1AA',
    'K1A 0B1',
    'constructor',
    '78701\u0000',
  ]
  for (const code of [...garbage, ...more]) t.equal(resolvePostalCode(code), undefined, JSON.stringify(code))
  t.end()
})

t.test('every state has at least the codes that the postal service lists, and not many more', (t) => {
  for (const entry of atLeast) {
    const [state = '', listed = ''] = entry.split(':')
    const count = countOf(state)
    t.ok(count >= Number(listed) && count <= Number(listed) * 1.05 + 1, `${entry}, found ${count}`)
  }
  for (const state of beginningWithZero) t.ok(countOf(state) >= (state === 'VI' ? 16 : 80), state)
  const states = [...atLeast.map((entry) => entry.split(':')[0]!), ...beginningWithZero]
  t.equal(
    resolvable.length,
    states.reduce((sum, state) => sum + countOf(state), 0),
    'every code is in one of these',
  )
  t.end()
})

t.test('every place has a name, a state and a county in plain words', (t) => {
  const odd = resolvable.filter(
    ({ city, county }) => !/^[A-Z][A-Za-z ]+$/.test(city) || !/^[A-Z][\p{L} .'-]+$/u.test(county),
  )
  t.strictSame(odd, [])
  t.strictSame(
    resolvable.filter(({ county }) => /\b(County|Parish|Borough|Municipality|Region)\b|Census/.test(county)),
    [],
  )
  t.end()
})

t.test('Connecticut has its eight counties and Puerto Rico its seventy-eight municipalities', (t) => {
  const countiesOf = (state: string) =>
    new Set(resolvable.filter((place) => place.state === state).map(({ county }) => county))
  const connecticut = [
    'Fairfield',
    'Hartford',
    'Litchfield',
    'Middlesex',
    'New Haven',
    'New London',
    'Tolland',
    'Windham',
  ]
  t.strictSame([...countiesOf('CT')].toSorted(), connecticut)
  t.equal(countiesOf('PR').size, 78)
  t.end()
})
