// Makes simulator/places/postal-codes.tsv and planning-regions.ts from open data in three packages and the corrections of
// postal-corrections.ts. `--compare` lists which counties a source has otherwise and writes nothing; with `--addresses FILE`, the
// housing department's crosswalk with shares (a CSV with ZIP, COUNTY and TOT_RATIO), also which counties differ from that.
//
// node scripts/make-postal-codes.ts [--compare [--addresses FILE]]        (Node 22.18 or later runs the source as it is)
//
// The packages are fetched by exact version and their digests are checked, so two runs write the same bytes. Why each package, what was compared and what is left out: simulator/places/README.md.

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { countyOf, mostPeople, readCrosswalk, readNames, readPeople, readShares } from './postal-counties.ts'
import type { CountySources } from './postal-counties.ts'
import {
  preferredNames,
  newCodes,
  counties,
  municipalities,
  islands,
  acronyms,
  planningRegions,
} from './postal-corrections.ts'
import { fetchPostalSources } from './postal-sources.ts'
import type { PostalSources } from './postal-sources.ts'

type Place = { city: string; state: string; county: string }

/** Military mail and the freely associated states: served by the postal service, outside the United States as places. */
const notPlaces = new Set(['AA', 'AE', 'AP', 'FM', 'MH', 'PW'])
const territories = new Set(['PR', 'VI', 'GU', 'AS', 'MP'])

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

function collect(sources: PostalSources, known: CountySources): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const line of sources.geonames.split('\n')) {
    const [, code = '', city = '', , state = '', rawCounty = ''] = line.split('\t')
    if (state === '' || notPlaces.has(state) || code.startsWith('569')) continue
    const geonames = state === 'CT' ? '' : countyName(rawCounty)
    const county = counties[code] ?? countyOf(known, code, state, geonames)
    places.set(code, { city: preferredNames[code] ?? cityName(city), state, county })
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
  const codesOf = new Map<string, string[]>()
  for (const [code, { city, state, county }] of places) {
    const key = [state, county, city].join('\t')
    codesOf.set(key, [...(codesOf.get(key) ?? []), code])
  }
  const rows = new Map<string, string[]>()
  for (const key of [...codesOf.keys()].toSorted()) {
    const [state, county, city] = key.split('\t')
    const row = `${state}\t${county}`
    rows.set(row, [...(rows.get(row) ?? []), `${city} ${runs(codesOf.get(key)!)}`])
  }
  const lines = [
    '# A county a row: state, county, then each preferred place name with its ZIP codes. Made by a script: see README.md.',
    '# Contains data of GeoNames (geonames.org), licensed under CC BY 4.0, with changes: see NOTICE.',
    ...Array.from(rows, ([row, cells]) => [row, ...cells].join('\t')),
  ]
  return `${lines.join('\n')}\n`
}

/** The region of each code of Connecticut: GeoNames has them in place of counties, and in the words of the councils. */
function renderRegions(geonames: string): string {
  const regions = new Map<string, string[]>()
  for (const line of geonames.split('\n')) {
    const [, code = '', , , state = '', , digits = ''] = line.split('\t')
    if (state !== 'CT') continue
    const region = planningRegions[code] ?? planningRegions[digits]
    if (region === undefined) throw new Error(`${code}: expected a planning region of Connecticut, got ${digits}.`)
    regions.set(region, [...(regions.get(region) ?? []), code])
  }
  const lines = [...regions.keys()].toSorted().map((region) => `${region}: ${runs(regions.get(region)!)}`)
  return [
    '// The planning region of each postal code of Connecticut. Made by a script: see README.md. Contains data of GeoNames: see NOTICE.',
    '',
    `export const planningRegions = \`\n${lines.join('\n')}\n\``,
    '',
  ].join('\n')
}

/** Which county a source has, and where the table has another. */
function compare(places: Map<string, Place>, name: string, saying: (code: string, place: Place) => string | undefined) {
  const known = [...places].flatMap(([code, place]) => {
    const said = saying(code, place)
    return said === undefined ? [] : [{ code, place, said }]
  })
  const others = known.filter(({ place, said }) => said !== place.county)
  const part = ((others.length / known.length) * 100).toFixed(2)
  console.log(`${name}: ${others.length} of ${known.length} codes differ (${part} %)`)
  for (const { code, place, said } of others)
    console.log(`  ${code} ${place.city}, ${place.state}: ${place.county}, there ${said}`)
}

/** The housing department's file, of which anybody with an account there has the newest. */
function readAddresses(file: string): CountySources['shares'] {
  const [head = '', ...rest] = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  const at = (column: string): number => head.split(',').indexOf(column)
  const [code, county, part] = [at('ZIP'), at('COUNTY'), at('TOT_RATIO')]
  if (Math.min(code, county, part) < 0)
    throw new Error(`${file}: expected the columns ZIP, COUNTY and TOT_RATIO, got ${head}.`)
  const picked = rest
    .map((line) => line.split(','))
    .map((cells) => [cells[county], cells[code]!.padStart(5, '0'), cells[part]].join(','))
  return readShares(['', ...picked].join('\n'))
}

const { values: options } = parseArgs({ options: { compare: { type: 'boolean' }, addresses: { type: 'string' } } })
const sources = fetchPostalSources()
const known: CountySources = {
  shares: readShares(sources.shares),
  people: readPeople(sources.people),
  crosswalk: readCrosswalk(sources.crosswalk),
  nameOf: readNames(sources.geonames, sources.crosswalk, countyName),
}
const places = collect(sources, known)
if (options.compare) {
  const geonames = new Map(
    sources.geonames
      .split('\n')
      .map((line) => line.split('\t'))
      .map((cells) => [cells[1], cells[5]]),
  )
  compare(places, 'GeoNames', (code, { state }) => {
    const county = geonames.get(code)
    return county && state !== 'CT' ? countyName(county) : undefined
  })
  compare(places, 'most people of 2010', (code, { state }) => mostPeople(known, code, state))
  if (options.addresses !== undefined) {
    const shares = readAddresses(options.addresses)
    compare(places, 'most addresses', (code, { state }) => mostPeople({ ...known, shares }, code, state))
  }
} else {
  const write = (file: string, text: string): void =>
    writeFileSync(new URL(`simulator/places/${file}`, import.meta.resolve('assay/package.json')), text)
  write('postal-codes.tsv', render(places))
  write('planning-regions.ts', renderRegions(sources.geonames))
  console.log(`${places.size} ZIP codes written`)
}
