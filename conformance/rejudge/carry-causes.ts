// The causes of a recorded run for the findings of today: a finding that stands again keeps its cause and the results of its reruns.
import { groupBy } from '../../reports/group-by.ts'
import type { CauseFound, Finding } from '../../reports/run-record.ts'

const keyOf = ({ rule, check, pointer, requests }: Finding): string => JSON.stringify([rule, check, pointer, requests])

type Recorded = { causes: readonly CauseFound[]; findings: readonly Finding[] }

export const carryCauses = ({ causes, findings }: Recorded, today: readonly Finding[]): CauseFound[] => {
  const places = groupBy(today.keys(), (index) => keyOf(today[index]!))
  const placesOf = (index: number): number[] => places.get(keyOf(findings[index]!)) ?? []
  return causes.flatMap((cause) => {
    const own = [...new Set(cause.findings.flatMap(placesOf))]
    if (own.length === 0) return []
    const { calls, calls_of: of, calls_refused: refused, calls_untried: untried, ...rest } = cause
    const shown = of === undefined ? undefined : placesOf(of)[0]
    const short = calls &&
      shown !== undefined && {
        calls,
        calls_of: shown,
        ...(refused !== undefined && { calls_refused: refused }),
        ...(untried && { calls_untried: untried }),
      }
    return [{ ...rest, ...short, findings: own, example: placesOf(cause.example)[0] ?? own[0]! }]
  })
}
