// Every rule of the party `client` judged from one journal: verdicts with reasons, and findings with their evidence.
import { reason, recordedReason } from '../../reports/reasons/reason.ts'
import type { Finding } from '../../reports/run-record.ts'
import type { RuleResult, RuleVerdict } from '../../reports/roll-up.ts'
import { rules, type Rule } from '../contract/contract.ts'
import { ruleVerdicts } from '../verdict/rule-verdicts.ts'
import type { Journal } from './call.ts'
import { idOf, type ClientRule, type RuleGroup } from './client-rule.ts'
import { elsewhere } from './elsewhere.ts'
import { spareMemory } from './journal/spare-memory.ts'
import { toRecord, type Lack } from './lack.ts'
import { ruleGroups } from './rules/index.ts'

export type Judged = { verdicts: RuleVerdict[]; results: RuleResult[]; findings: Finding[] }

const keptEvidence = 10

export const clientRules = (): Rule[] => [...rules().values()].filter(({ party }) => party === 'client')

export const judgedRules = (): Map<string, ClientRule> =>
  new Map(ruleGroups.flatMap((group) => group.rules.map((rule) => [rule.rule, rule] as const)))

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** As the service itself writes it in `details`: `loan.purchase_price`. */
const pathIn = (pointer: string): string =>
  pointer.startsWith('/') ? pointer.slice(1).replaceAll('/', '.') : pointer.replace('header:', 'header ')

/** Reports show a pointer in the answer, and this place is in the request. */
const placed = (received: unknown, pointer?: string): unknown => {
  if (pointer === undefined) return received
  return `${shown(received)} at ${pathIn(pointer)}`
}

const untested = (what: string, todo: string) => recordedReason(reason('not-in-journal', { what, todo }))

/** What else the client does would not show it, as long as the recording leaves out what it needs. */
const unseen = (lack: Lack) => recordedReason(reason('not-in-recording', { lack, todo: toRecord[lack] }))

const keptOfOne = 20

type Alike = { first: Finding; count: number; requests: Set<string>; last: string | null }

/** One cause has one finding, however often it is met: of the others nothing is kept but some of their requests. */
const createMerged = () => {
  const alike = new Map<string, Alike>()
  return {
    add(finding: Finding): void {
      const key = JSON.stringify([finding.expected, finding.received])
      const known = alike.get(key)
      if (known === undefined) {
        alike.set(key, { first: finding, count: 1, requests: new Set(finding.requests), last: null })
        return
      }
      known.count += 1
      for (const request of finding.requests)
        if (known.requests.size < keptOfOne) known.requests.add(request)
        else if (!known.requests.has(request)) known.last = request
    },
    findings: (): Finding[] =>
      [...alike.values()].map(({ first, count, requests, last }) => {
        if (count === 1) return first
        const kept = [...[...requests].slice(0, keptOfOne), ...(last === null ? [] : [last])]
        return { ...first, received: `${shown(first.received)} (${count} times)`, requests: kept }
      }),
  }
}

const judgeOne = (group: RuleGroup, rule: ClientRule, journal: Journal): [RuleResult, Finding[]] => {
  const met = createMerged()
  const fine = new Set<string>()
  let compared = 0
  rule.judge(journal, {
    occasion(...evidence) {
      compared += 1
      for (const one of evidence) if (fine.size < keptEvidence) fine.add(idOf(one))
    },
    violation({ expected, received, pointer }, ...evidence) {
      compared += 1
      const requests = [...new Set(evidence.map(idOf))]
      const failure = { kind: 'wrong_outcome' as const, key: rule.rule }
      met.add({
        rule: rule.rule,
        check: group.id,
        ...failure,
        expected,
        received: placed(received, pointer),
        pointer: null,
        requests,
      })
    },
  })
  const findings = met.findings()
  const base = { rule: rule.rule, source: group.id, compared }
  if (findings.length > 0)
    return [
      {
        ...base,
        verdict: 'fail',
        reason: null,
        remedy: rule.toChange,
        requests: findings.flatMap(({ requests }) => requests).slice(0, keptEvidence),
      },
      findings,
    ]
  if (compared > 0) return [{ ...base, verdict: 'pass', reason: null, requests: [...fine] }, []]
  const lack = group.needs.find((one) => journal.lacks.has(one))
  const why = lack === undefined ? untested(rule.shownBy, rule.toTry) : unseen(lack)
  return [{ ...base, verdict: 'not-tested', ...why, requests: [] }, []]
}

/** Calls from which memory is looked at between rules. */
const long = 5_000

export const judgeJournal = (journal: Journal): Judged => {
  const isLong = journal.calls.length > long
  const judged = ruleGroups.flatMap((group) =>
    group.rules.map((rule) => {
      if (isLong) spareMemory()
      return judgeOne(group, rule, journal)
    }),
  )
  const results = judged.map(([result]) => result)
  const others = elsewhere.map(({ rule, shownBy, toTry }): RuleResult => ({
    rule,
    source: 'audit.elsewhere',
    verdict: 'not-tested',
    ...untested(shownBy, toTry),
    compared: 0,
    requests: [],
  }))
  return {
    verdicts: ruleVerdicts(clientRules(), [...results, ...others]),
    results,
    findings: judged.flatMap(([, findings]) => findings),
  }
}
