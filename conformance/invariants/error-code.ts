// Every error code comes with the status that fixtures/errors.yaml gives it by a rule, and a failure of the service has its own code.
import { errorTable } from '../contract/contract.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { oneOf } from '../evidence/expected.ts'
import type { ExchangeInvariant } from './invariant.ts'

// The statuses whose code does not depend on what was asked.
const codeOfStatus: Record<number, [code: string, ...rules: string[]]> = {
  429: ['rate_limited', 'errors.over-the-rate-is-rate-limited'],
  500: ['internal_error', 'errors.service-failure-is-internal-error'],
  503: ['service_unavailable', 'errors.not-serving-is-service-unavailable'],
}

// Where the contract leaves the code open, any code may come: with a refused link. The code of a 400 is not shown, but one that is listed for another status alone is not it.
const isOpen = (operation: string | null): boolean => operation === null || operation === 'downloadDocument'

type Row = ReturnType<typeof errorTable>['codes'][number]

const fits = ({ status, also = [] }: Row, given: number): boolean => given === status || also.includes(given)

/** A status that has codes should have come with one of them; another one should have been that of the code. */
const judgePair = (row: Row, rule: string, status: number, place: string): Assertion[] => {
  const { codes } = errorTable()
  const fitting = codes.flatMap((one) => (one.status === status ? one.code : []))
  return fitting.length > 0 || fits(row, status)
    ? assertion(rule, fits(row, status), oneOf(fitting), row.code, place)
    : assertion(rule, false, oneOf([row.status, ...(row.also ?? [])]), status, 'status')
}

const oneOfSix = 'auth.token-error-is-one-of-six'

const judgeToken = (error: unknown): Assertion[] => {
  const known = errorTable().token_errors
  return assertion(oneOfSix, known.includes(String(error)), oneOf(known), error, '/error')
}

const assert = ({ operation, response }: Answered): Assertion[] => {
  if (response.status < 400) return []
  const { code, error } = (jsonOf(response.body) ?? {}) as { code?: unknown; error?: unknown }
  const given = operation === 'requestToken' ? error : code
  if (typeof given !== 'string') return []
  const place = operation === 'requestToken' ? '/error' : '/code'
  const row = errorTable().codes.find((known) => known.code === given)
  const paired = row?.rule === undefined || isOpen(operation) ? [] : judgePair(row, row.rule, response.status, place)
  if (operation === 'requestToken') return [...paired, ...judgeToken(error)]
  const expected = codeOfStatus[response.status]
  return expected
    ? [...paired, ...assertion(expected.slice(1), code === expected[0], expected[0], code, '/code')]
    : paired
}

const rules = (): string[] => errorTable().codes.flatMap(({ rule }) => rule ?? [])

export const errorCode: ExchangeInvariant = {
  id: 'invariant.error-code',
  get rules() {
    return [oneOfSix, ...rules(), ...Object.values(codeOfStatus).flatMap(([, ...named]) => named)]
  },
  assert,
}
