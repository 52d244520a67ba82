// When a failure follows from another: it is about the same wrong answer, or about the same field or header of the same answers.
import type { FailureKind } from '../../reports/failure-kinds.ts'
import type { Finding } from '../../reports/run-record.ts'
import { answerOf } from '../../reports/finding-answer.ts'

/** The whole answer is a wrong one: none of its content is as requested. */
const ofAnswers = new Set<FailureKind>([
  'not_the_service',
  'server_error',
  'not_served',
  'refused',
  'accepted',
  'wrong_status',
  'unreadable_body',
  'nested_error',
])

/** Their keys name a place in the answer. */
const ofPlaces = new Set<FailureKind>([
  ...(['missing_field', 'unexpected_field', 'wrong_type', 'wrong_value'] as const),
  ...(['missing_header', 'unexpected_header', 'wrong_header'] as const),
])

const startsWith = (long: readonly string[], short: readonly string[]): boolean =>
  short.every((name, index) => long[index] === name)

/** The same header or field, something in it, or the same seen from further out: `document.size_bytes` and `size_bytes`. */
const isSamePlace = (one: string, root: string): boolean => {
  const [path, from] = [one.split('.'), root.split('.')]
  if (path.length > from.length && startsWith(path, from)) return true
  const [long, short] = path.length > from.length ? [path, from] : [from, path]
  return startsWith(long.toReversed(), short.toReversed())
}

/** What the findings of a cause explain: answers that are wrong as a whole, and for each answer the wrong places in it, and its wrong code. */
export type Explanation = {
  answers: ReadonlySet<string>
  places: ReadonlyMap<string, ReadonlySet<string>>
  /** Answers whose error has another code than expected. */
  codes: ReadonlySet<string>
}

/** `unreadable` are all answers whose body is no JSON: one cause explains them, also where no rule asks for JSON. */
export const explanationOf = (findings: readonly Finding[], unreadable: Iterable<string> = []): Explanation => {
  const [answers, codes] = [new Set<string>(), new Set<string>()]
  const places = new Map<string, Set<string>>()
  for (const finding of findings) {
    const { kind, key, requests } = finding
    const answer = answerOf(finding)
    if (kind && ofAnswers.has(kind) && answer !== null) answers.add(answer)
    if (kind === 'wrong_code' && answer !== null) codes.add(answer)
    if (kind && key !== undefined && ofPlaces.has(kind))
      for (const id of requests) places.set(id, (places.get(id) ?? new Set()).add(key))
  }
  if (findings.some(({ kind }) => kind === 'unreadable_body')) for (const id of unreadable) answers.add(id)
  return { answers, places, codes }
}

export const follows = (finding: Finding, { answers, places, codes }: Explanation): boolean => {
  const { kind, key, requests } = finding
  if (requests.some((id) => answers.has(id))) return true
  if (kind === 'wrong_code') return codes.has(answerOf(finding) ?? '')
  if (!kind || key === undefined || !ofPlaces.has(kind)) return false
  return requests.some((id) => [...(places.get(id) ?? [])].some((root) => isSamePlace(key, root)))
}
