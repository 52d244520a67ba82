// The contract as data: the cells that rules are about, and the lifecycle tables, say the same.
import t from 'tap'
import { fixtureNames, loadFixture } from './fixture-files.ts'

type Entry = 'accepted' | 'refused' | { open: string }
type Cell = { action: string; status?: string; kind?: string; to?: string; is: 'accepted' | 'refused' }
type Row = { id: string; level?: string; text: string; cell?: Cell }

const { cells, advance, advance_as_previous, advance_never_to } = loadFixture<{
  cells: Record<string, Record<string, Entry>>
  advance: Record<string, string[]>
  advance_as_previous: string[]
  advance_never_to: string[]
}>('lifecycle.yaml')
const rows = fixtureNames()
  .filter((name) => name.startsWith('rules/'))
  .flatMap((name) => loadFixture<{ rules: Row[] }>(name).rules)
const about = (action: string): (Row & { cell: Cell })[] =>
  rows.flatMap(({ cell, ...row }) => (cell?.action === action ? [{ ...row, cell }] : []))
const sorted = (values: Iterable<string>): string[] => [...values].toSorted()

t.test('what a rule says of an action in a status is what the table has', async (t) => {
  for (const [action, statuses] of Object.entries(cells)) {
    // A rule that only leans to one side may meet a cell that is open.
    const wrong = about(action).filter(({ level, cell: { status = '', is } }) =>
      level !== 'should' ? statuses[status] !== is : statuses[status] === undefined,
    )
    t.strictSame(wrong, [], action)
  }
})

t.test('each decided cell of hold, resume, cancel and a revision request has a rule', async (t) => {
  for (const action of ['hold', 'resume', 'cancel', 'revision_request']) {
    const kinds = action === 'revision_request' ? ['correction', 'reconsideration_of_value'] : [undefined]
    for (const [status, entry] of Object.entries(cells[action]!))
      for (const kind of typeof entry === 'string' ? kinds : []) {
        const rules = about(action).filter(
          ({ cell }) => cell.status === status && cell.is === entry && (cell.kind ?? kind) === kind,
        )
        t.equal(rules.length, 1, `${action} ${kind ?? ''} in ${status}: ${String(entry)}`)
      }
  }
})

t.test('the rules of advances are those of the advance table', async (t) => {
  const moves = Object.entries(advance).flatMap(([from, targets]) => targets.map((to) => `${from} to ${to}`))
  const accepted = about('advance').filter(({ cell }) => cell.is === 'accepted')
  const refused = about('advance').filter(({ cell }) => cell.is === 'refused')
  const targets = accepted.flatMap(({ cell: { status, to } }) => (to ? [`${status} to ${to}`] : []))
  t.strictSame(sorted(targets), sorted(moves))
  const anywhere = accepted.flatMap(({ cell: { status, to } }) => (to ? [] : [status!]))
  t.strictSame(sorted(anywhere), sorted(advance_as_previous), 'the row of the status before')
  const from = refused.flatMap(({ cell: { status } }) => status ?? [])
  t.strictSame(sorted(from), sorted([...Object.keys(advance), ...advance_as_previous]), 'each row, and no other move')
  const to = refused.flatMap(({ cell }) => cell.to ?? [])
  t.strictSame(sorted(to), sorted([...advance_never_to, 'same']), 'each status that no move leads to')
})

t.test('the text of a rule names the statuses of its cell', async (t) => {
  const unnamed = rows.filter(
    ({ text, cell }) =>
      cell &&
      [cell.status, cell.action === 'advance' && cell.to !== 'same' ? cell.to : undefined].some(
        (code) => code !== undefined && !text.includes(`\`${code}\``),
      ),
  )
  t.strictSame(
    unnamed.map(({ id, text }) => `${id}: ${text}`),
    [],
  )
})
