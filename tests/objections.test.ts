// The ledger of objections names rules and freedoms that there are, and each decision what it rests on.
import t from 'tap'
import { fixtureNames, loadFixture } from './fixture-files.ts'

type Objection = {
  date: string
  rules: string[]
  freedoms: string[]
  decision: 'check-fixed' | 'freedom-added' | 'freedom-closed' | 'declined'
  closed?: string[]
  reopened?: string[]
  source: string
}
type Known = {
  rules: ReadonlySet<string>
  freedoms: ReadonlySet<string>
  /** The readings there are, as freedom=reading. */
  readings: ReadonlySet<string>
  /** Readings that an entry permits again. */
  reopened: ReadonlySet<string>
  /** Freedoms of which an entry closed a reading; some are no freedom any more. */
  closed: ReadonlySet<string>
  sections: ReadonlySet<string>
}

const rows = fixtureNames()
  .filter((name) => name.startsWith('rules/'))
  .flatMap((name) => loadFixture<{ rules: { id: string; source: string }[] }>(name).rules)
const { freedoms } = loadFixture<{
  freedoms: { id: string; source: string; readings: Record<string, string> }[]
}>('freedoms.yaml')
const { objections } = loadFixture<{ objections: Objection[] }>('objections.yaml')

const sectionOf = (source: string): string => source.split(/[>/,(;]/)[0]!.trim()

const known: Known = {
  rules: new Set(rows.map(({ id }) => id)),
  freedoms: new Set(freedoms.map(({ id }) => id)),
  readings: new Set(freedoms.flatMap(({ id, readings }) => Object.keys(readings).map((name) => `${id}=${name}`))),
  reopened: new Set(objections.flatMap(({ reopened = [] }) => reopened)),
  closed: new Set(objections.flatMap(({ closed = [] }) => closed.map((pair) => pair.split('=')[0]!))),
  sections: new Set([...rows, ...freedoms].map(({ source }) => sectionOf(source))),
}

const complaints = (
  entry: Objection,
  { rules, freedoms: open, readings, reopened, closed, sections }: Known,
): string[] => [
  ...entry.rules.filter((id) => !rules.has(id)).map((id) => `there is no rule ${id}`),
  ...entry.freedoms.filter((id) => !open.has(id) && !closed.has(id)).map((id) => `there is no freedom ${id}`),
  ...(entry.closed ?? [])
    .filter((pair) => readings.has(pair) && !reopened.has(pair))
    .map((pair) => `${pair} is still permitted`),
  ...(entry.reopened ?? []).filter((pair) => !readings.has(pair)).map((pair) => `${pair} is not permitted`),
  ...(entry.rules.length + entry.freedoms.length === 0 ? ['it names neither a rule nor a freedom'] : []),
  ...(entry.decision === 'freedom-added' && entry.freedoms.length === 0 ? ['it names no freedom that was added'] : []),
  ...(entry.decision !== 'freedom-added' && entry.rules.length === 0 ? ['it names no rule'] : []),
  ...(sections.has(sectionOf(entry.source)) ? [] : [`the contract has no section ${sectionOf(entry.source)}`]),
  ...(Number.isNaN(Date.parse(entry.date)) ? [`${entry.date} is no date`] : []),
]

t.test('every entry names what there is', async (t) => {
  for (const [index, entry] of objections.entries())
    t.strictSame(complaints(entry, known), [], `entry ${index + 1} of ${entry.date}`)
})

t.test('accepted and declined ones are both there', async (t) => {
  const decisions = new Set(objections.map(({ decision }) => decision))
  t.strictSame([...decisions].toSorted(), ['check-fixed', 'declined', 'freedom-added', 'freedom-closed'])
})

t.test('an entry that names what there is not is seen', async (t) => {
  const [first] = objections
  const shown = (given: Partial<Objection>) => complaints({ ...first!, ...given }, known)
  t.match(shown({ rules: ['create.no-such-rule'] }), ['there is no rule create.no-such-rule'])
  t.match(shown({ freedoms: ['create.no-such-freedom'] }), ['there is no freedom create.no-such-freedom'])
  t.match(shown({ freedoms: [], decision: 'freedom-added' }), ['it names no freedom that was added'])
  const [{ id, readings } = { id: '', readings: {} }] = freedoms
  const permitted = `${id}=${Object.keys(readings)[0]}`
  t.match(shown({ decision: 'freedom-closed', closed: [permitted] }), [`${permitted} is still permitted`])
  t.match(shown({ source: 'Appendix' }), ['the contract has no section Appendix'])
})
