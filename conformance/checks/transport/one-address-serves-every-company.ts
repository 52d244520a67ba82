// Credentials of two companies are served at the one address, each by what it is.
import { accountOf } from '../../scenarios/account-of.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { fieldAt } from '../../steps/read.ts'
import { notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'transport.one-address-serves-every-company'

export default check({
  id: 'transport.one-address-serves-every-company',
  verifies: [rule],
  needs: ['role:other_company'],
  async run({ shared, expect, profile, secretOf }) {
    const [own, other] = [await shared(accountOf('main')), await shared(accountOf('other_company'))]
    expect(rule).status(other, '2xx')
    const companies = [fieldAt(own, '/company/id'), fieldAt(other, '/company/id')]
    if (profile.credentials.other_company!.environment !== profile.credentials.main.environment)
      throw notTested(reason('credentials-of-two-environments', { role: 'other_company' }))
    expect(rule).equal(computedFrom(fieldAt(other, '/client_id'), other), secretOf('other_company').client_id)
    expect(rule).that(computedFrom(companies, own, other), () => companies[0] !== companies[1], 'two values')
  },
})
