// `npm run places`: how many code files name the most ordinary status, operation, event and role, against the target of each; with names
// as arguments, the files that name those; with the name of a limit, the lines that may speak of its number.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { limitTable } from '../conformance/contract/contract.ts'
import { root } from '../tests/places.ts'
import { linesThatSay, type Limit } from './limit-texts.ts'

const ordinary = [
  { kind: 'status', name: 'left_message_for_borrower', target: 4 },
  { kind: 'operation', name: 'getWebhook', target: 8 },
  { kind: 'event', name: 'order.fee_changed', target: 4 },
  { kind: 'role', name: 'no_amend', target: 2 },
]

const isCode = (path: string): boolean => path.endsWith('.ts') && !/\.(test|support|d)\.ts$/.test(path)

const files = ['conformance', 'reports', 'simulator']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter(isCode)
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const naming = (name: string): string[] => {
  const whole = new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?!\\w)`)
  return files.filter(({ text }) => whole.test(text)).map(({ path }) => path)
}

const given = process.argv.slice(2).map((name) => ({ kind: 'any', name, target: null }))

const { limits } = limitTable() as { limits: Record<string, Limit> }

for (const { kind, name, target } of given.length > 0 ? given : ordinary) {
  const limit = limits[name]
  if (limit) {
    console.log([`limit ${name}: ${limit.value} ${limit.unit}`, ...linesThatSay(limit)].join('\n  '))
    continue
  }
  const found = naming(name)
  const against =
    target === null ? '' : ` (target ${target}${found.length > target ? `, ${found.length - target} above` : ''})`
  console.log(`${kind} ${name}: ${found.length}${against}`)
  for (const path of found) console.log(`  ${path}`)
}
