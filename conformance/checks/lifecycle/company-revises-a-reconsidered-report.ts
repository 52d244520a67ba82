// A revised report that the company delivers ends a reconsideration of value, as one delivered by an advance does, and
// completes the request that asked for it, whatever others are open or declined, also one that was accepted before.
import { atLeast } from '../../evidence/expected.ts'
import { reason } from '../../evidence/inconclusive.ts'
import { seen, seenInEntry, type Seen } from '../../evidence/seen.ts'
import { revisionDesk } from '../../scenarios/revision-requests.ts'
import { takenByCompany } from '../../steps/answer-request.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { entriesAt, fieldAt, requireSuccess, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'
import { lackOf, portWith } from '../../sut/control.ts'

const ends = 'lifecycle.revised-delivery-ends-reconsideration-requested'
const meaning = 'lifecycle.status-reconsideration-requested-keeps-its-meaning'
const completes = 'revisions.request-completes-with-its-revised-report'
const declines = 'revisions.request-not-taken-forward-is-declined'
const accepts = 'revisions.reconsideration-accepted-in-revision-requested'
const declined = reason('request-answered-first', { status: 'declined', action: 'complete' })
const revised = 'lifecycle.status-revised-report-complete-keeps-its-meaning'

export default check({
  id: 'lifecycle.company-revises-a-reconsidered-report',
  verifies: [ends, meaning, revised, completes, declines, accepts],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { client, expect, shared } = context
    const control = portWith(context, 'deliverReport')
    const { id, worked } = await shared(revisionDesk)
    expect([declines, accepts]).notTested(control ? 'request-closed-by-next' : lackOf(context, 'deliverReport'))
    const params = { order_id: id }
    const json = {
      kind: 'reconsideration_of_value',
      reason: 'The value looks low.',
      acknowledgements: { prior_appraisal_provided: true, comparable_sales_provided: true },
    }
    const asked = await client.call('createRevisionRequest', { params, json })
    // A correction among others was declined; where the order is since then is open, and a refusal says it.
    const isRevising = succeeded(asked) || fieldAt(asked, '/current_status') === 'revision_requested'
    if (worked && worked.declined !== '' && isRevising) expect(accepts).status(asked, '2xx')
    requireSuccess(asked)
    const reconsidered = await readOrder(context, id)
    expect(meaning).equal(seen(reconsidered, '/status/code'), 'reconsideration_requested')
    // Without the company's hand an advance delivers for it, against a request that nobody accepted.
    let isAccepted = false
    if (control) {
      isAccepted = await takenByCompany(
        context,
        id,
        String(fieldAt(asked, '/id')),
        'accept',
        'The appraiser looks at it again.',
      )
      await control.ask('POST', `/orders/${id}/deliver`, {})
    } else requireSuccess(await client.call('advanceOrder', { params, json: { to_status: 'revised_report_complete' } }))
    const delivered = await readOrder(context, id)
    expect(ends).equal(seen(delivered, '/status/code'), 'revised_report_complete')
    if (statusOf(delivered) !== 'revised_report_complete') return
    const count = (order: typeof delivered): number =>
      entriesAt(order, '/documents').filter(({ kind }) => kind === 'report_pdf').length
    expect(revised).that(
      { value: count(delivered), pointer: '/documents', requests: [delivered.id] },
      (value) => Number(value) > 0,
      atLeast('1 report_pdf'),
    )
    const query = { per_page: limits().per_page_max }
    const listed = requireSuccess(await client.call('listRevisionRequests', { params, query }))
    // Which others it completes is open, but it is delivered against the latest in any case.
    const find = (id: unknown) => entriesAt(listed, '/data').find((entry) => entry['id'] === id)
    const shown = ({ id }: Record<string, unknown>): Seen =>
      seenInEntry(listed, { isIt: (entry) => entry['id'] === id, field: 'status' }, delivered)
    // What was declined is not open, and no report is delivered against it.
    const left = find(worked?.declined)
    if (left) expect(declines).equal(shown(left), 'declined')
    const latest = find(fieldAt(asked, '/id'))
    // Nothing bars the company from declining what it has not accepted.
    if (!isAccepted && latest?.['status'] === 'declined') expect(completes).notTested(declined)
    else if (latest) expect(completes).equal(shown(latest), 'completed')
  },
})
