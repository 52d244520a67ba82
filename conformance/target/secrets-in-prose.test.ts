// The mask hides credentials and leaves sentences that only name their scheme.
import t from 'tap'
import { createSecrets } from './secrets.ts'

const { mask, maskOwn } = createSecrets()

t.test('a rule that names a scheme stays readable', async (t) => {
  for (const text of [
    'A request with the client id and the password of an HTTP Basic header is granted.',
    'Basic authentication works; so does a Bearer token.',
    'The scheme is Bearer.',
  ])
    t.equal(maskOwn(text), text)
})

t.test('a credential that is quoted in a sentence is hidden', async (t) => {
  t.equal(maskOwn('refused with Basic Y2xpXzE6c2VjcmV0'), 'refused with Basic •••')
  t.equal(maskOwn('sent "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x"'), 'sent "Bearer •••"')
})

t.test('on the wire whatever follows the scheme is a credential', async (t) => {
  t.equal(mask('Basic header'), 'Basic •••')
  t.equal(mask('Bearer abc'), 'Bearer •••')
})
