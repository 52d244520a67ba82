// `npm run places`: how many code files name the most ordinary status, operation, event and role, against the target of each; with names
// as arguments, the files that name those; with the name of a limit, the lines that may speak of its number.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../tests/places.ts'
import { linesThatSay, type Limit } from './limit-texts.ts'

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
  return [`limit ${name}: ${value} ${unit}`, ...linesThatSay({ value, unit })]
}

for (const { kind, name, target } of given.length > 0 ? given : ordinary) {
  const limit = limits[name]
  if (limit) {
    console.log(limitLines(name, limit).join('\n  '))
    continue
  }
  const all = naming(name)
  const [found, beside] = [all.filter((path) => !isBeside(path)), all.filter(isBeside)]
  const against =
    target === null ? '' : ` (target ${target}${found.length > target ? `, ${found.length - target} above` : ''})`
  console.log(`${kind} ${name}: ${found.length}${against}`)
  for (const path of found) console.log(`  ${path}`)
  if (target !== null || beside.length === 0) continue
  console.log(`  and in ${beside.length} tests and fixtures`)
  for (const path of beside) console.log(`    ${path}`)
}
