// Made-up findings for the tests of causes.
import type { Finding } from '../../reports/run-record.ts'

/** A hold that is accepted and had to be refused. */
export const finding = (rule: string, requests: string[], more: Partial<Finding> = {}): Finding => ({
  rule,
  check: 'actions.a-check',
  kind: 'accepted',
  key: 'holdOrder',
  expected: 409,
  received: 200,
  pointer: 'status',
  requests,
  ...more,
})

/** A field that an invariant finds missing. */
export const missing = (rule: string, key: string, ...requests: string[]): Finding =>
  finding(rule, requests, {
    check: 'invariant.fields',
    kind: 'missing_field',
    key,
    pointer: `/${key.replaceAll('.', '/')}`,
    expected: 'present',
    received: undefined,
  })

/** A wrong value of a field. */
export const wrong = (rule: string, key: string, ...requests: string[]): Finding =>
  finding(rule, requests, { kind: 'wrong_value', key, pointer: `/${key.replaceAll('.', '/')}`, expected: 'a' })
