// A credential issued and revoked under our eyes: the other one works beside it, and only its own tokens stop at that moment.
import { seen } from '../../evidence/seen.ts'
import { expectDead } from '../../steps/dead-token.ts'
import { issueCredential } from '../../steps/issue-credential.ts'
import { fieldAt } from '../../steps/read.ts'
import { lackOf, portWith } from '../../sut/control.ts'
import { tokenRequest } from '../../sut/tokens.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = {
  both: 'auth.two-credentials-work-side-by-side',
  status: 'auth.revocation-kills-issued-tokens-at-once',
  code: 'auth.revoked-client-has-its-code',
  request: 'auth.revoked-client-gets-no-token',
  other: 'auth.revoking-one-credential-leaves-the-other',
  once: 'auth.secret-is-shown-once-at-creation',
}

export default check({
  id: 'auth.revocation-works-at-once',
  verifies: Object.values(rules),
  needs: ['control'],
  async run(context) {
    const { client, expect, environment, secretOf } = context
    const { client_id, client_secret, askForToken: ask, revoke } = await issueCredential(context)
    const lists = portWith(context, 'listClients')
    const listed = (await lists?.ask('GET', '/clients')) as { data?: { client_id?: unknown }[] } | undefined
    const known = listed?.data?.find((one) => one.client_id === client_id)
    if (!lists) expect(rules.once).notTested(lackOf(context, 'listClients'))
    if (typeof client_secret === 'string' && known)
      expect(rules.once).equal(
        { value: JSON.stringify(known).includes(client_secret) ? 'shown again' : 'not shown', requests: [] },
        'not shown',
      )
    const granted = await ask()
    expect(rules.both).status(granted, '2xx')
    const token = fieldAt(granted, '/access_token')
    if (typeof token !== 'string') throw blocked('no-token-for-new-credential', granted)
    expect(rules.both).status(await client.call('getAccount', { token, environment }), '2xx')
    // Until its revocation the older one gets tokens still, now that the newer one is in use.
    expect(rules.both).status(await client.call('requestToken', tokenRequest(environment, secretOf('main'))), '2xx')
    const newer = fieldAt(await ask(), '/access_token')

    await revoke()
    const codes = ['client_revoked', 'invalid_client']
    await expectDead(context, token, rules, codes, ['listEvents'])
    if (typeof newer === 'string') await expectDead(context, newer, rules, codes, ['listOrderTypes'])
    const refused = await ask()
    expect(rules.request).status(refused, 401)
    expect(rules.request).equal(seen(refused, '/access_token'), undefined)
    expect(rules.other).status(await client.call('getAccount', { renew: false }), '2xx')
  },
})
