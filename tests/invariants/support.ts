// Exchanges that are made up for the invariants, and what they say of them.
import { openapi } from '../../conformance/contract/contract.ts'
import type { Exchange, Headers } from '../../conformance/evidence/exchange.ts'
import { exchangeOf } from '../../conformance/evidence/exchange.support.ts'
import { createSecrets } from '../../conformance/sut/secrets.ts'
import { createInvariantChecker } from '../../conformance/invariants/invariants.ts'

export const now = Math.floor(Date.now() / 1000)

const goodHeaders: Headers = [
  ['Content-Type', 'application/json; charset=utf-8'],
  ['X-RateLimit-Limit', '600'],
  ['X-RateLimit-Remaining', '599'],
  ['X-RateLimit-Reset', String(now + 60)],
]

export type Given = {
  operation?: string
  status?: number
  json?: unknown
  body?: Uint8Array
  headers?: Headers
  without?: string
  role?: 'main' | null
  sentHeaders?: Headers
  sent?: unknown
}

export const exchange = (given: Given): Exchange => {
  const {
    operation = 'getOrder',
    status = 200,
    json,
    body,
    headers = [],
    without,
    role = 'main',
    sentHeaders = [],
    sent,
  } = given
  const named = headers.map(([name]) => name)
  const kept = goodHeaders.filter(([name]) => name !== without && !named.includes(name))
  return exchangeOf({
    operation,
    role,
    sentHeaders,
    sent,
    url: 'https://sandbox.example.com/v1/x',
    status,
    headers: [...kept, ...headers],
    body: body ?? json,
    startedAt: now * 1000,
  })
}

export const secret = 'a-webhook-secret-of-more-than-32-characters'

export const createTestJudge = () => {
  const secrets = createSecrets()
  secrets.add('client secret', 'client-secret-0123456789')
  secrets.add('webhook secret', secret)
  secrets.add('access token', 'access-token-0123456789')
  return createInvariantChecker(secrets)
}

export type Found = { rule: string; passed: boolean; pointer?: string | undefined }

export const broken = (found: { assertions: Found[] }[]): string[] =>
  [
    ...new Set(
      found
        .flatMap(({ assertions }) => assertions)
        .filter(({ passed }) => !passed)
        .map(({ rule }) => rule),
    ),
  ].toSorted()

export const brokenBy = (given: Given): string[] => broken(createTestJudge().exchange(exchange(given)))

/** What the contract's own document shows of a component. */
export const example = (component: string): Record<string, unknown> =>
  structuredClone((openapi().components.schemas[component]!['examples'] as Record<string, unknown>[])[0]!)
