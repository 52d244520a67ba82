// The fee and the due date that the company set stay through an amendment of something else, as does an upload.
import { pacedOrder } from '../../scenarios/paced-order.ts'
import { compareLeftAlone } from '../../steps/left-alone.ts'
import { check } from '../../kit/check.ts'

const rule = 'amend.leaves-what-it-does-not-name'

export default check({
  id: 'amend.companys-changes-stay',
  verifies: [rule],
  needs: ['orders', 'control'],
  async run(context) {
    const { before, after, missed } = (await context.shared(pacedOrder)).changes['own field']
    if (missed) throw missed
    await compareLeftAlone(context, rule, { before, after, requests: [after.id] })
  },
})
