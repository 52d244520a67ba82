// A token is looked into once; what it says depends on its text and the key alone, and nobody can change it.
import t from 'tap'
import { loadContract } from '../contract/contract.ts'
import { tokens as tokensOf } from './tokens.ts'

const tokens = tokensOf(loadContract())
const claims = { clientId: 'cli_a', environment: 'sandbox', expiresAt: 5_000 }
const token = tokens.issue(claims, 'key', 'nonce')
const last = token.at(-2) === 'A' ? 'B' : 'A'

t.test('another key, another text and another simulator learn nothing of it', async (t) => {
  t.strictSame({ ...tokens.read(token, 'key') }, claims)
  t.equal(tokens.read(token, 'other key'), undefined)
  t.equal(tokens.read(`${token.slice(0, -2)}${last}${token.at(-1)}`, 'key'), undefined, 'another signature')
  t.equal(tokens.read(`${token}.x`, 'key'), undefined)
  const later = tokens.issue({ ...claims, expiresAt: 6_000 }, 'key', 'nonce')
  t.equal(tokens.read(later, 'key')?.expiresAt, 6_000)
  t.equal(tokensOf(loadContract()).read(token, 'other key'), undefined)
  t.strictSame({ ...tokens.read(token, 'key') }, claims, 'the first is what it was')
})

t.test('who read it cannot change what the next one reads', async (t) => {
  const read = tokens.read(token, 'key')!
  t.throws(() => (read.expiresAt = 9_000), TypeError)
  t.equal(tokens.read(token, 'key')!.expiresAt, 5_000)
  t.equal(tokens.isExpired(tokens.read(token, 'key')!, 4_999), false)
  t.equal(tokens.isExpired(tokens.read(token, 'key')!, 5_000), true, 'time is asked for with every call')
})
