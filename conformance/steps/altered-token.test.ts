// Shows that an altered token stands for other bytes, whatever the token ends in.
import t from 'tap'
import { alteredToken } from './altered-token.ts'

/** A signature of 256 bytes leaves four bits of its last sign unused, which a reader of base64 may pass over. */
const signed = (last: string): string => `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjbGlfMSJ9.${'k'.repeat(341)}${last}`

const bytesOf = (token: string): Buffer => Buffer.from(token.split('.').at(-1)!, 'base64url')

t.test('no altered token has the signature of the token', async (t) => {
  for (const last of ['A', 'Q', 'g', 'w', '-', '_']) {
    const token = signed(last)
    t.not(Buffer.compare(bytesOf(alteredToken(token)), bytesOf(token)), 0, last)
    t.equal(alteredToken(token).length, token.length)
  }
})

t.test('one sign is another', async (t) => {
  for (const token of ['aaaaaaaaaa', 'token-of-letters', '0123456789==']) {
    const changed = [...alteredToken(token)].filter((sign, at) => sign !== token[at])
    t.equal(changed.length, 1, token)
  }
})
