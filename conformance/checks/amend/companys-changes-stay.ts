// A fee that the company set is the one of the order, held or not; it and the due date stay through an amendment of something else, as
// does an upload.
import { seen } from '../../evidence/seen.ts'
import { companysFee, pacedOrder } from '../../scenarios/paced-order.ts'
import { compareUnchangedByAmendment } from '../../steps/unchanged-by-amendment.ts'
import { check } from '../../kit/check.ts'

const rule = 'amend.leaves-what-it-does-not-name'
const charged = 'order.appraisal-fee-is-what-the-lender-is-charged'

export default check({
  id: 'amend.companys-changes-stay',
  verifies: [rule, charged],
  needs: ['orders', 'control'],
  async run(context) {
    const { expect } = context
    const { fee, 'own field': amended } = (await context.shared(pacedOrder)).changes
    if (fee.missed) expect(charged).notTested('no-company-event')
    else expect(charged).equal(seen(fee.after, '/fees/appraisal_fee'), companysFee)
    const { before, after, missed } = amended
    if (missed) throw missed
    await compareUnchangedByAmendment(context, rule, { before, after, requests: [after.id] })
  },
})
