// `npm run places`: how many code files name the most ordinary status, operation, event and role, against the target of each; with names
// as arguments, the files that name those; with the name of a limit, the lines that may speak of its number; with that of an area, its folders.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { nearMatches } from '../reports/near-matches.ts'
import { root } from '../tests/places.ts'
import { bareFigures, byFile, bySubject, figuresIn, linesThatSay, type Limit } from './limit-texts.ts'

const ordinary = [
  { kind: 'status', name: 'left_message_for_borrower', target: 4 },
  { kind: 'operation', name: 'getWebhook', target: 8 },
  { kind: 'event', name: 'order.fee_changed', target: 4 },
  { kind: 'role', name: 'no_amend', target: 2 },
]

const isCode = (path: string): boolean => path.endsWith('.ts') && !/\.(test|support|d)\.ts$/.test(path)
const isBeside = (path: string): boolean =>
  /\.(test|support)\.ts$|^tests.*\.ts$|^fixtures.*\.(ts|yaml)$/.test(path) && !path.endsWith('.d.ts')

const files = ['conformance', 'own-files', 'proof', 'reports', 'simulator', 'tests', 'fixtures']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .toSorted()
  .filter((path) => isCode(path) || isBeside(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const naming = (name: string): string[] => {
  const whole = new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?!\\w)`)
  return files.filter(({ text }) => whole.test(text)).map(({ path }) => path)
}

const given = process.argv.slice(2).map((name) => ({ kind: 'any', name, target: null }))

const { limits } = parse(readFileSync(join(root, 'fixtures/limits.yaml'), 'utf8')) as { limits: Record<string, Limit> }

const limitLines = (name: string, { value, unit, edge }: Limit): string[] => {
  if (value === null)
    return [`limit ${name}: the contract shows no number; the freedom ${edge} of fixtures/freedoms.yaml decides it`]
  const limit = { value, unit }
  const said = linesThatSay(limit)
  const [named, others] = bySubject(name, limit, [...new Set([...said, ...figuresIn(name)])])
  const [namedBare, bare] = bySubject(name, limit, bareFigures(limit, said))
  const about = [...new Set([...named, ...namedBare])]
  return [
    `limit ${name}: ${value} ${unit}; ${about.length} lines have the number and a word of its name`,
    ...about,
    `and ${others.length} lines have the number with its unit, or compare with it`,
    ...others.map((line) => `  ${line}`),
    `and ${bare.length} lines have the figure alone`,
    ...byFile(bare).map((line) => `  ${line}`),
  ]
}

const folders = files.map(({ path }) => path.split('/').slice(0, -1))

/** Where the rules, checks, defects and tests of an area stand; none where there is no such area. */
const areaPlaces = (name: string): string[] => {
  const paths = files.map(({ path }) => path)
  if (!paths.includes(`fixtures/rules/${name}.yaml`)) return []
  const rows = paths.filter((path) => [`${name}.yaml`, `${name}.ts`].includes(path.split('/').at(-1)!))
  const own = new Map<string, number>()
  for (const parts of folders) {
    const at = parts.indexOf(name)
    if (at > 0)
      own.set(`${parts.slice(0, at + 1).join('/')}/`, (own.get(`${parts.slice(0, at + 1).join('/')}/`) ?? 0) + 1)
  }
  return [`area ${name}`, ...rows, ...[...own].map(([folder, count]) => `${folder} (${count} files)`)]
}

/** What can be asked for: limits, areas, and the names that the contract's data has. */
const known = (): Set<string> => {
  const words = files
    .filter(({ path }) =>
      /^fixtures\/(openapi|lifecycle|webhooks|enumerations|errors)\.yaml$|^fixtures\/roles\.ts$/.test(path),
    )
    .flatMap(({ text }) => text.match(/\b[a-z][A-Za-z]*(?:[_.][a-z]+)+\b|\b[a-z]+(?:[A-Z][a-z]+)+\b/g) ?? [])
  const areas = files.flatMap(({ path }) => /^fixtures\/rules\/(\w+)\.yaml$/.exec(path)?.[1] ?? [])
  return new Set([...Object.keys(limits), ...areas, ...words])
}

for (const { kind, name, target } of given.length > 0 ? given : ordinary) {
  const limit = limits[name]
  if (limit) {
    console.log(limitLines(name, limit).join('\n  '))
    continue
  }
  const area = areaPlaces(name)
  if (area.length > 0) {
    console.log(area.join('\n  '))
    continue
  }
  const all = naming(name)
  if (all.length === 0) {
    const near = nearMatches(name, known())
    console.log(`any ${name}: 0${near.length > 0 ? `; did you mean ${near.join(', ')}?` : ''}`)
    continue
  }
  const [found, beside] = [all.filter((path) => !isBeside(path)), all.filter(isBeside)]
  const against =
    target === null ? '' : ` (target ${target}${found.length > target ? `, ${found.length - target} above` : ''})`
  console.log(`${kind} ${name}: ${found.length}${against}`)
  for (const path of found) console.log(`  ${path}`)
  if (target !== null || beside.length === 0) continue
  console.log(`  and in ${beside.length} tests and fixtures`)
  for (const path of beside) console.log(`    ${path}`)
}
