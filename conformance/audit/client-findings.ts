// The rules of a client with their verdicts and findings, as the control port and a test of a client show them.
import type { components } from '../../fixtures/control.js'
import type { Finding } from '../../reports/run-record.ts'
import type { Journal } from './call.ts'
import { buildJournal, type JournalOptions } from './journal/build-journal.ts'
import type { HarEntry } from './journal/har-entry.ts'
import { begins } from './journal/read-entries.ts'
import { clientRules, judgeJournal } from './judge-journal.ts'
import { createMask } from './mask.ts'
import { oddQueries } from './odd-queries.ts'

export type ClientFindings = components['schemas']['ClientFindings']
export type ClientRule = components['schemas']['ClientRule']
export type ClientFinding = components['schemas']['ClientFinding']

/** Calls are `x12` and deliveries `d12` in reports; in the journal both are `j12`. */
export const entryOf = (id: string): string => id.replace(/^[xd]/, 'j')

const numberOf = (entry: string): number => Number(entry.slice(1))

const instants = ({ calls, deliveries }: Journal): Map<string, number> =>
  new Map([
    ...calls.map(({ id, startedAt }) => [entryOf(id), startedAt] as const),
    ...deliveries.map(({ delivery, startedAt }) => [entryOf(delivery.id), startedAt] as const),
  ])

const order: ClientRule['verdict'][] = ['fail', 'pass', 'not-tested', 'not-applicable']

/** @param entries of a simulator's journal, in their order */
export const clientFindings = (
  entries: readonly HarEntry[],
  options: Pick<JournalOptions, 'isStart'> = {},
): ClientFindings => {
  const journal = buildJournal({ entries: [...entries], fromStart: begins(entries) }, options)
  const { verdicts, findings } = judgeJournal(journal)
  const mask = createMask(journal)
  const times = instants(journal)
  const shown = (finding: Finding): ClientFinding => {
    const { expected, received, requests } = mask.finding(finding)
    const shownBy = requests.map(entryOf).toSorted((one, other) => numberOf(one) - numberOf(other))
    return { expected, received, entries: shownBy, at: new Date(times.get(shownBy.at(-1)!) ?? 0).toISOString() }
  }
  const levels = new Map(clientRules().map(({ id, level }) => [id, level as ClientRule['level']]))
  const rules = verdicts.map(({ rule, source, text, verdict, reason, remedy }): ClientRule => ({
    rule,
    source,
    level: levels.get(rule)!,
    text,
    verdict: verdict as ClientRule['verdict'],
    reason: reason ?? null,
    remedy: remedy ?? null,
    findings: findings.filter((finding) => finding.rule === rule).map(shown),
  }))
  const count = (verdict: string): number => rules.filter((one) => one.verdict === verdict).length
  return {
    last: entries.at(-1)?._id ?? null,
    from_start: journal.fromStart,
    calls: journal.calls.length,
    deliveries: journal.deliveries.length,
    summary: {
      pass: count('pass'),
      fail: count('fail'),
      not_tested: count('not-tested'),
      not_applicable: count('not-applicable'),
    },
    odd_queries: oddQueries(journal.calls).map(([what, calls]) => ({ what, calls })),
    rules: rules.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict)),
  }
}
