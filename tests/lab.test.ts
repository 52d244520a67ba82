// The lab's data without what it installs: its entries are whole, and docs/clients.md says what lab/seen.json does.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { rules } from '../conformance/contract/contract.ts'
import { correctedSource, readEntries } from '../lab/entry.ts'
import { scenarios } from '../lab/kinds/client.ts'
import { labPage } from '../lab/lab-page.ts'
import { pages, readSeen, withPlain } from '../lab/seen.ts'
import { leftOf } from '../lab/sitting.ts'
import { moved, pinned } from '../lab/versions.ts'
import { root } from './places.ts'

const entries = readEntries()
const oneRow = { versions: {}, seconds: 1, outcomes: [{ scenario: 'plain', expected: 'x', seen: 'x' }] }

t.test('every entry is pinned, and names rules and scenarios that there are', async (t) => {
  t.ok(entries.length > 0)
  for (const { id, kind, language, packages, expected, corrected, corrections } of entries) {
    t.doesNotThrow(() => pinned(language, packages, false), id)
    const named = [
      ...Object.values(expected).flat(),
      ...Object.values(corrected).flat(),
      ...corrections.map(({ rule }) => rule),
    ]
    t.strictSame(
      named.filter((rule) => !rules().has(rule)),
      [],
      `the rules of ${id}`,
    )
    if (kind !== 'client') continue
    t.strictSame(
      [...Object.keys(expected), ...Object.keys(corrected)].filter((name) => scenarios[name] === undefined),
      [],
      `the scenarios of ${id}`,
    )
  }
})

t.test('each correction finds its place in the source, and is for a rule that the entry violates', async (t) => {
  for (const entry of entries) {
    t.doesNotThrow(() => correctedSource(entry), entry.id)
    const violated = Object.values(entry.expected).flat()
    t.strictSame(
      entry.corrections.filter(({ rule }) => !violated.includes(rule)),
      [],
      entry.id,
    )
  }
})

t.test('what is made of the entries and of what the lab saw is up to date', async (t) => {
  for (const [file, text] of Object.entries(pages(entries, readSeen())))
    t.equal(readFileSync(file, 'utf8'), text, `${file}: npm run lab -- --update writes it`)
})

t.test('what the lab saw of a client is read, all of it', async (t) => {
  const written = JSON.parse(readFileSync(join(root, 'lab', 'seen.json'), 'utf8')) as ReturnType<typeof readSeen>
  const clients = Object.entries(readSeen()).filter(([, { client }]) => client !== undefined)
  t.not(clients.length, 0)
  for (const [id, { client }] of clients) t.strictSame(written[id]!.client, client, id)
})

t.test('each entry has a row of what was seen, and no row is of an entry that is gone', async (t) => {
  const rows = Object.keys(readSeen())
  const ids = entries.map(({ id }) => id)
  t.strictSame(
    ids.filter((id) => !rows.includes(id)),
    [],
    'npm run lab -- NAME --update writes it',
  )
  t.strictSame(
    rows.filter((id) => !ids.includes(id)),
    [],
  )
})

t.test('--newest installs whatever is newest, and says what moved', async (t) => {
  for (const { id, language, packages } of entries) {
    t.ok(
      pinned(language, packages, true).every(({ version }) => version === null),
      id,
    )
    const { versions } = readSeen()[id]!
    const isOfRegistry = ['node', 'python', 'go', 'rust', 'java'].includes(language)
    if (isOfRegistry) t.strictSame(moved(language, packages, versions), [], `${id}: what was pinned was seen`)
    const all = pinned(language, packages, false)
    for (const { name, version } of all) {
      const installed = Object.fromEntries(all.map((one) => [one.name, one.name === name ? '99.0.0' : one.version!]))
      t.strictSame(moved(language, packages, installed), [`${name} ${version} → 99.0.0`])
    }
  }
})

t.test('a plain scenario that was run alone changes nothing else of its row', async (t) => {
  const outcome = (scenario: string, seen: string) => ({ scenario, expected: seen, seen })
  const client = { ...readSeen()['clients/got']!.client!, list_query: '?old' }
  const row = {
    ...oneRow,
    at: '2026-01-01',
    commit: 'abc',
    outcomes: [outcome('plain', 'old'), outcome('expired', 'old')],
    client,
  }
  const news = {
    ...oneRow,
    at: '2026-02-01',
    commit: 'def',
    outcomes: [outcome('plain', 'new')],
    client: { ...client, list_query: '?new' },
  }
  t.match(withPlain(row, news), {
    at: '2026-01-01',
    commit: 'abc',
    outcomes: [{ seen: 'new' }, { seen: 'old' }],
    client: { list_query: '?new', waits: client.waits },
    plain: { at: '2026-02-01', commit: 'def' },
  })
  t.throws(() => withPlain(undefined, news), { message: /^--plain adds to a row/ })
  t.throws(() => withPlain({ ...row, versions: { got: '1' } }, news), { message: /^--plain adds to a row/ })
})

t.test('what differed when the lab was last run is on its page', async (t) => {
  for (const [id, { outcomes }] of Object.entries(readSeen()))
    for (const { scenario, expected, seen } of outcomes) t.equal(seen, expected, `${id}, ${scenario}`)
})

t.test('an interrupted sitting goes on with what it has not run of this commit', async (t) => {
  const [first, second, ...rest] = entries
  const seen = {
    [first!.id]: { ...oneRow, at: '2026-01-01T10:00:00.000Z', commit: 'abc' },
    [second!.id]: { ...oneRow, at: '2026-01-01T09:00:00.000Z', commit: 'older' },
  }
  const others = rest.map(({ id }) => id)
  const left = (commit: string | null) => leftOf(entries, seen, commit).map(({ id }) => id)
  t.strictSame(left('abc'), [second!.id, ...others])
  t.strictSame(
    left(null),
    [first!.id, second!.id, ...others],
    'files of no commit: nothing is known to be of this code',
  )
})

t.test('the page of the lab says on which commit its entries were run, and when', async (t) => {
  const pageOf = (first: string | null, second: string | null) =>
    labPage(entries.slice(0, 2), {
      [entries[0]!.id]: { ...oneRow, at: '2026-01-01T10:00:00.000Z', commit: first },
      [entries[1]!.id]: { ...oneRow, at: '2026-01-01T11:30:00.000Z', commit: second },
    })
  t.match(pageOf('abc', 'abc'), '- abc: 2 entries, ended 2026-01-01 10:00 to 2026-01-01 11:30 UTC\n')
  t.match(pageOf('abc', null), '- abc: 1 entry, ended 2026-01-01 10:00 to')
  t.match(pageOf('abc', null), '- files of no commit: 1 entry, ended 2026-01-01 11:30 to')
})

t.test('the page of the lab says on which commit a plain scenario was run alone', async (t) => {
  const id = entries[0]!.id
  const pageOf = (commit: string | null) =>
    labPage(entries.slice(0, 1), { [id]: { ...oneRow, commit: 'abc', plain: { at: '2026-02-01', commit } } })
  t.match(pageOf('def'), `alone, on another commit:\n\n- def: \`${id}\`\n`)
  t.match(pageOf(null), `- files of no commit: \`${id}\`\n`)
  t.notMatch(labPage(entries.slice(0, 1), { [id]: { ...oneRow, commit: 'abc' } }), 'on another commit')
})
