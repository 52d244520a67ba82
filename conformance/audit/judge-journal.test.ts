// Every rule of the party `client` is judged from a journal, or says why no journal shows it; an empty journal fails nothing.
import t from 'tap'
import { buildJournal } from './journal/build-journal.ts'
import { clientRules, judgedRules, judgeJournal } from './judge-journal.ts'
import { elsewhere } from './elsewhere.ts'
import { ruleGroups } from './rules/index.ts'

t.test('every rule of a client is judged here or elsewhere, or unobservable, and never two of these', async (t) => {
  const judged = new Set([...judgedRules().keys(), ...elsewhere.map(({ rule }) => rule)])
  const neither = clientRules().filter(({ id, unobservable }) => !judged.has(id) && unobservable === undefined)
  const both = clientRules().filter(({ id, unobservable }) => judged.has(id) && unobservable !== undefined)
  t.strictSame(
    [neither, both].map((rows) => rows.map(({ id }) => id)),
    [[], []],
  )
  const known = new Set(clientRules().map(({ id }) => id))
  t.strictSame(
    [...judged].filter((id) => !known.has(id)),
    [],
    'no group judges what is no rule of a client',
  )
  const all = ruleGroups.flatMap(({ rules }) => rules.map(({ rule }) => rule))
  t.equal(new Set(all).size, all.length, 'one group judges a rule')
  t.equal(judged.size, all.length + elsewhere.length, 'no rule is judged both here and elsewhere')
})

t.test('a journal without traffic shows nothing: each rule has what to try', async (t) => {
  const { verdicts, findings } = judgeJournal(buildJournal({ entries: [], fromStart: true }))
  t.strictSame(findings, [])
  for (const { rule, verdict, reason, remedy, reason_code: code } of verdicts) {
    t.match(reason, /\w/, rule)
    if (verdict === 'not-tested') t.match(remedy, /^[A-Z].*\.$/s, rule)
    else t.strictSame([verdict, code], ['not-applicable', 'unobservable'], rule)
  }
})
