// Shows that a refusal for a key is found where the key was used for a create alone.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import type { Role } from '../evidence/roles.ts'
import { createMemory } from './invariant.ts'
import { keysElsewhere } from './keys-elsewhere.ts'
import { createSecrets } from '../sut/secrets.ts'

type Call = [operation: string, key: string, status: number, role?: Role]

const reused = { code: 'idempotency_key_reused', message: 'Used before.', correlation_id: 'c-1' }

const found = (...calls: Call[]): number[] => {
  const memory = createMemory(createSecrets())
  return calls.flatMap(([operation, key, status, role = 'main'], index) => {
    const sentHeaders: [string, string][] = [['Idempotency-Key', key]]
    const exchange = exchangeOf({ operation, role, status, sentHeaders, body: status < 300 ? {} : reused })
    return keysElsewhere.assert(exchange, memory).some(({ passed }) => !passed) ? [index] : []
  })
}

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
