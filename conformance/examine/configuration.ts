// What the address and the secret of a receiver show on their own: HTTPS, and enough characters.
import type { RuleOutcome } from '../../reports/run-record.ts'
import { recordedReason } from '../../reports/reasons/reason.ts'
import { limits } from '../contract/limits.ts'
import type { Assertion } from '../evidence/assertion.ts'
import { findingOf } from '../evidence/failure.ts'
import { isLoopback, isPlain } from '../sut/addresses.ts'
import type { Made } from './make-examination.ts'

const https = 'webhooks.client-configures-an-https-address'
const characters = 'webhooks.client-chooses-a-secret-of-32-characters'

export const configurationRules: readonly string[] = [https, characters]

export const configurationId = 'receiver.configuration'

export const judgeConfiguration = (url: string, secret: string): Made => {
  const fewest = limits().webhook_secret_min_characters
  const length = [...secret].length
  const compared = (rule: string, passed: boolean, expected: string, received: string): Assertion => ({
    rule,
    passed,
    expected,
    received,
    requests: [],
    failure: { kind: 'wrong_value', key: rule },
  })
  const assertions = [
    ...(isPlain(url) && isLoopback(url)
      ? []
      : [compared(https, !isPlain(url), 'https', new URL(url).protocol.slice(0, -1))]),
    compared(characters, length >= fewest, `${fewest} characters or more`, `${length} characters`),
  ]
  const judged = assertions.map(({ rule, passed }): RuleOutcome => {
    return { rule, verdict: passed ? 'pass' : 'fail', reason: null, compared: 1, requests: [] }
  })
  const onLoopback = { rule: https, verdict: 'not-applicable' as const, compared: 0, requests: [] }
  const outcomes =
    judged.length === 2 ? judged : [...judged, { ...onLoopback, ...recordedReason('plain-http-on-loopback') }]
  const isBroken = outcomes.some(({ verdict }) => verdict === 'fail')
  return {
    finished: {
      type: 'check-finished',
      check: configurationId,
      verdict: isBroken ? 'fail' : 'pass',
      reason: null,
      requests: 0,
      ms: 0,
      outcomes,
    },
    findings: assertions.filter(({ passed }) => !passed).map((one) => findingOf(one, configurationId, () => null)),
  }
}
