// Operations that the target does not serve at all: every failure in their answers follows from that fault.
import type { Finding } from '../../reports/run-record.ts'
import { rules } from '../contract/contract.ts'
import { isUnserved } from '../evidence/failure.ts'
import type { ExchangeFacts } from '../evidence/exchange-facts.ts'

/** The rule that an operation is served, by the operation. */
const servedRules = (): Map<string, string> =>
  new Map(
    [...rules().values()]
      .filter(({ source, operations }) => source.startsWith('Endpoints / Summary / row ') && operations.length === 1)
      .map(({ id, operations }) => [operations[0]!, id]),
  )

export const servedRule = (operation: string): string | undefined => servedRules().get(operation)

type Answers = Iterable<readonly [id: string, facts: ExchangeFacts]>

/** The operations that were never served, as their rule found, by the ids of the answers that show it. */
const unservedAnswers = (answers: Answers, violated: ReadonlySet<string>): Map<string, string> => {
  const served = new Set<string>()
  const away = new Map<string, string>()
  for (const [id, { operation, status }] of answers) {
    if (operation === null || status === null) continue
    if (isUnserved(status)) away.set(id, operation)
    else if (status < 400) served.add(operation)
  }
  const named = servedRules()
  return new Map(
    [...away].filter(([, operation]) => !served.has(operation) && violated.has(named.get(operation) ?? '')),
  )
}

/** The findings, with those about operations that are not served as failures of one kind and key; headers are there all the same. */
export const withUnserved = <F extends Finding>(findings: readonly F[], answers: Answers): readonly F[] => {
  const away = unservedAnswers(answers, new Set(findings.map(({ rule }) => rule)))
  if (away.size === 0) return findings
  return findings.map((finding) => {
    const id = finding.requests.findLast((one) => away.has(one))
    if (id === undefined || finding.pointer?.startsWith('header:')) return finding
    return { ...finding, kind: 'not_served', key: away.get(id)! }
  })
}
