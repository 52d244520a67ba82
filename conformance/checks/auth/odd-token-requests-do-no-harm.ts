// Token requests with more, or less, than the contract shows: the scope of version 1 is granted, and nothing makes the endpoint fail.
import { oddTexts } from '../../generate/odd-texts.ts'
import { basicForm, grant } from '../../scenarios/main-tokens.ts'
import { askAll, drawn, unforeseen, unusable, type Oddity } from '../../steps/ask-oddly.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { form } from '../../sut/tokens.ts'
import { check } from '../../kit/check.ts'

const scope = 'auth.lender-scope-is-granted'

export default check({
  id: 'auth.odd-token-requests-do-no-harm',
  verifies: [scope, unforeseen, unusable],
  needs: [],
  async run(context) {
    const { environment, expect, recordReading, secretOf } = context
    const { client_id, client_secret } = secretOf('main')
    const sound = { ...grant, client_id, client_secret }
    const ask = (what: string, options: Oddity['options']): Oddity => ({
      what,
      rule: unforeseen,
      operation: 'requestToken',
      options: { token: null, environment, ...options },
    })
    const besides: Oddity[] = [
      {
        ...ask('a parameter besides', form({ ...sound, audience: 'orders' })),
        freedom: 'auth.extra-token-parameters',
        taken: 'ignored',
      },
    ]
    // An address may be logged: of production no secret is sent in one.
    if (environment === 'sandbox')
      besides.push({
        ...ask('the secret in the query string too', { query: { client_id, client_secret }, ...form(sound) }),
        freedom: 'auth.secret-in-query',
        taken: 'ignored',
      })
    const oddities: Oddity[] = [
      { ...ask('the scope lender', form({ ...sound, scope: 'lender' })) },
      {
        ...ask('another scope', form({ ...sound, scope: 'painter' })),
        rule: unusable,
        freedom: 'auth.scope-parameter',
        taken: 'ignored',
      },
      ...drawn(context, besides, 1),
      {
        ...ask('no content type', { body: Buffer.from(form(sound).body) }),
        freedom: 'auth.token-content-type-missing',
        taken: 'read-as-form',
      },
      {
        ...ask(
          'the secret in a Basic header and another in the body',
          basicForm(encodeURIComponent(client_id), encodeURIComponent(client_secret), {
            ...sound,
            client_secret: 'another',
          }),
        ),
        freedom: 'auth.basic-and-body',
        taken: 'header-counts',
      },
      { ...ask('U+0000 in the client id', form({ ...sound, client_id: oddTexts['U+0000'] })), rule: unusable },
      { ...ask('the grant type twice', { ...form(sound), body: `${form(sound).body}&grant_type=client_credentials` }) },
      { ...ask('GET', { unlisted: { method: 'GET' } }), rule: unusable },
    ]
    const asked = await askAll(context, oddities)
    const [asScoped] = asked
    expect(scope).status(asScoped!.answer, '2xx')
    for (const { oddity, answer } of asked) {
      const isRefused = !succeeded(answer)
      if (oddity.freedom === 'auth.basic-and-body' && answer.response.status === 401)
        recordReading(oddity.freedom, 'body-counts', answer)
      if (oddity.options.unlisted && isRefused) {
        const shown = { code: fieldAt(answer, '/code'), error: fieldAt(answer, '/error') }
        if (typeof shown.error === 'string')
          recordReading('auth.token-endpoint-other-methods', 'token-error-body', answer)
        else if (typeof shown.code === 'string')
          recordReading('auth.token-endpoint-other-methods', 'standard-body', answer)
      }
    }
  },
})
