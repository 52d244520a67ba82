// Shows that a refusal for a key is found where the key was used for a create alone.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import type { Role } from '../evidence/roles.ts'
import { createMemory } from './invariant.ts'
import { keysElsewhere } from './keys-elsewhere.ts'
import { createSecrets } from '../sut/secrets.ts'

type Call = [operation: string, key: string, status: number, role?: Role]

const reused = { code: 'idempotency_key_reused', message: 'Used before.', correlation_id: 'c-1' }

const shown = (which: boolean, calls: readonly Call[]): number[] => {
  const memory = createMemory(createSecrets())
  return calls.flatMap(([operation, key, status, role = 'main'], index) => {
    const sentHeaders: [string, string][] = [['Idempotency-Key', key]]
    const body = status < 300 ? {} : status === 409 ? reused : { ...reused, code: 'another' }
    const exchange = exchangeOf({ operation, role, status, sentHeaders, body })
    return keysElsewhere.assert(exchange, memory).some(({ passed }) => passed === which) ? [index] : []
  })
}

const found = (...calls: Call[]): number[] => shown(false, calls)

t.test('the key of a create is refused elsewhere', async (t) => {
  t.strictSame(found(['createOrder', 'k', 201], ['sendMessage', 'k', 409]), [1])
  t.strictSame(found(['createOrder', 'k', 201], ['sendMessage', 'k', 201], ['holdOrder', 'k', 409]), [2])
})

t.test('a key that no create used, that was sent there before, or that is of another credential', async (t) => {
  t.strictSame(found(['sendMessage', 'k', 201], ['sendMessage', 'k', 409]), [])
  t.strictSame(found(['createOrder', 'k', 201], ['sendMessage', 'k', 201], ['sendMessage', 'k', 409]), [])
  t.strictSame(found(['createOrder', 'k', 201], ['createOrder', 'k', 409]), [])
  t.strictSame(found(['createOrder', 'k', 201, 'other_lender'], ['sendMessage', 'k', 409]), [])
})

t.test(
  'an answer that does not show what the key is taken for is no pass, and one that applied nothing no use',
  async (t) => {
    t.strictSame(
      shown(true, [
        ['createOrder', 'k', 201],
        ['sendMessage', 'k', 201],
      ]),
      [1],
    )
    for (const status of [401, 422, 429, 500, 503])
      t.strictSame(
        shown(true, [
          ['createOrder', 'k', 201],
          ['sendMessage', 'k', status],
        ]),
        [],
        String(status),
      )
    t.strictSame(found(['createOrder', 'k', 201], ['sendMessage', 'k', 429], ['sendMessage', 'k', 409]), [2])
  },
)
