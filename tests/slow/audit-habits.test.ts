// An audit takes time in proportion to its calls, whatever the client does again and again: no rule looks at all calls for each of them.
// Silent for up to 300 s.
import t from 'tap'
import { buildJournal } from '../../conformance/audit/journal/build-journal.ts'
import { ruleGroups } from '../../conformance/audit/rules/index.ts'
import { habits } from '../audit/habits.ts'

const [few, many] = [1_000, 6_000]

/** In proportion it is six times, by pairs thirty-six; less than this may be chance. */
const [most, leastMs] = [15, 250]

const cpuMs = (work: () => unknown): number => {
  const from = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}

/** What building the journal and each rule takes, in milliseconds of CPU. */
const costs = (entryOf: (n: number) => object, count: number): Map<string, number> => {
  const entries = Array.from({ length: count }, (_, n) => entryOf(n)) as Parameters<typeof buildJournal>[0]['entries']
  let journal: ReturnType<typeof buildJournal>
  const taken = new Map([['the journal', cpuMs(() => (journal = buildJournal({ entries, fromStart: true })))]])
  const nothing = { occasion: () => undefined, violation: () => undefined }
  for (const { rules } of ruleGroups)
    for (const rule of rules)
      taken.set(
        rule.rule,
        cpuMs(() => rule.judge(journal, nothing)),
      )
  return taken
}

for (const [name, entryOf] of Object.entries(habits))
  t.test(name, async (t) => {
    const [before, after] = [costs(entryOf, few), costs(entryOf, many)]
    const grown = [...after].filter(
      ([rule, ms]) => ms > leastMs && ms > most * Math.max(before.get(rule)!, leastMs / most),
    )
    t.strictSame(
      grown.map(([rule, ms]) => `${rule}: ${Math.round(before.get(rule)!)} → ${Math.round(ms)} ms`),
      [],
    )
  })
