// Why a defect violates more rules than the one it breaks: reasons as data, by the defect and the other rule.
import { adequacyFile } from '../../conformance/contract/contract.ts'

export type Reason = {
  /** The defects, or the rules that they break; `*` stands for any text. */
  when: string[]
  /** The other rules that go red. */
  also: string[]
  because: string
}

type Pair = { defect: string; breaks: string; also: string }

const matcher = (patterns: readonly string[]): ((text: string) => boolean) => {
  const whole = patterns.map((pattern) => pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*'))
  const expression = new RegExp(`^(?:${whole.join('|')})$`)
  return (text) => expression.test(text)
}

export type Explain = ((pair: Pair) => string | null) & {
  /** Reasons that explained nothing so far. */
  unused(): Reason[]
}

export const explainer = (reasons: readonly Reason[]): Explain => {
  const rows = reasons.map((reason) => ({ reason, when: matcher(reason.when), also: matcher(reason.also) }))
  const used = new Set<Reason>()
  const explain = ({ defect, breaks, also }: Pair): string | null => {
    const row = rows.find((one) => (one.when(defect) || one.when(breaks)) && one.also(also))
    if (row) used.add(row.reason)
    return row?.reason.because ?? null
  }
  return Object.assign(explain, { unused: () => reasons.filter((reason) => !used.has(reason)) })
}

export const knownReasons = (): Reason[] => (adequacyFile('collateral.yaml') as { collateral: Reason[] }).collateral
