// A delivered order that is asked for revisions, wrongly and rightly, and its requests as they are listed afterwards.
import type { Scenario, StepContext } from '../kit/context.ts'
import { advance } from '../steps/advance.ts'
import { takenByCompany } from '../steps/answer-request.ts'
import { awaitEvents, findEvent, type SeenEvent, type Wanted } from '../steps/events-of.ts'
import { readOrder } from '../steps/order-state.ts'
import { newOrder } from '../steps/place-order.ts'
import { entriesAt, fieldAt, requireSuccess, succeeded } from '../steps/read.ts'
import { acceptedFiles } from '../steps/tiny-files.ts'
import { uploadFile } from '../steps/upload-file.ts'
import type { Answered } from '../evidence/exchange.ts'
import { limits } from '../contract/limits.ts'
import { portWith } from '../sut/control.ts'

type RevisionDesk = {
  id: string
  refused: Record<'otherKind' | 'missingKind' | 'unacknowledged' | 'bothFalse', Answered>
  /** Before and after the refused ones. */
  before: Answered
  after: Answered
  listedAfter: Answered
  eventsAfter: SeenEvent[]
  accepted: Record<'priorAppraisal' | 'comparableSales', Answered>
  /** The requests after the company accepted, answered and declined, or the target made of them what it did. */
  listed: Answered
  /**
   * What the company did with them over the control port, where there is one; empty what it could not do. `before` is the
   * list just before one was declined, `refusal` what it was declined with, `silent` are other requests that were accepted
   * without an event.
   */
  worked: {
    accepted: string
    before: Answered
    declined: string
    refusal: string
    responses: string[]
    silent: unknown[]
  } | null
}

const acknowledgements = (prior: boolean, comparable: boolean) => ({
  prior_appraisal_provided: prior,
  comparable_sales_provided: comparable,
})

/** Others may be with the appraiser too, which an event reports of each: asked for at once, as a revised report raises more. */
const silentlyAccepted = async (
  context: StepContext,
  order: string,
  listed: Answered,
  known: string,
): Promise<unknown[]> => {
  const accepted = entriesAt(listed, '/data').filter(({ status }) => status === 'accepted')
  const others = accepted.flatMap(({ id }) => (id === known ? [] : [id]))
  const wanted = (id: unknown): Wanted => ({
    type: 'order.revision_responded',
    fits: ({ revision_request_id: request }) => request === id,
  })
  const events = others.length > 0 ? await awaitEvents(context, order, ...others.map(wanted)) : []
  return others.filter((id) => !findEvent(events, wanted(id)))
}

export const revisionDesk: Scenario<RevisionDesk> = {
  id: 'revision-requests',
  async run(context) {
    const { client, marker } = context
    const { id } = await newOrder(context)
    // Evidence may be older than the report that it speaks against.
    const upload = await uploadFile(context, id, { kind: 'supporting', purpose: 'other', file: acceptedFiles().text })
    const evidence = String(fieldAt(requireSuccess(upload), '/id'))
    const delivered = await advance(context, id, 'report_complete')
    requireSuccess(delivered.answer)
    const params = { order_id: id }
    const reason = `The value looks low (${marker()}).`
    const ask = (json: object) => client.call('createRevisionRequest', { params, json: { reason, ...json } })
    const list = () => client.call('listRevisionRequests', { params, query: { per_page: limits().per_page_max } })
    const value = 'reconsideration_of_value'
    const before = delivered.order
    const refused = {
      otherKind: await ask({ kind: 'second_opinion' }),
      missingKind: await ask({}),
      unacknowledged: await ask({ kind: value }),
      // Evidence acknowledges nothing.
      bothFalse: await ask({
        kind: value,
        acknowledgements: acknowledgements(false, false),
        document_ids: [evidence],
      }),
    }
    const after = await readOrder(context, id)
    const listedAfter = await list()
    const eventsAfter = await awaitEvents(context, id, { type: 'order.completed' })
    const accepted = {
      priorAppraisal: await ask({
        kind: value,
        acknowledgements: acknowledgements(true, false),
        document_ids: [evidence],
      }),
      comparableSales: await ask({ kind: value, acknowledgements: acknowledgements(false, true) }),
    }
    let worked: RevisionDesk['worked'] = null
    if (portWith(context, 'acceptRevision') && Object.values(accepted).every(succeeded)) {
      const third = requireSuccess(await ask({ kind: 'correction' }))
      const [first, last] = [accepted.comparableSales, third].map((answer) => String(fieldAt(answer, '/id')))
      const response = `The appraiser looks at it (${marker()}).`
      // A request may have been closed by the one after it, or be with the appraiser already: both are freedoms.
      const isTaken = await takenByCompany(context, id, first!, 'accept', response)
      const further = `The comparable sales are older (${marker()}).`
      const isAnswered = isTaken && (await takenByCompany(context, id, first!, 'answer', further))
      const before = await list()
      const refusal = `The sketch is right as it is (${marker()}).`
      const declined = await takenByCompany(context, id, last!, 'decline', refusal)
      worked = {
        accepted: isTaken ? first! : '',
        before,
        declined: declined ? last! : '',
        refusal,
        responses: isAnswered ? [response, further] : [response],
        silent: [],
      }
    }
    const listed = await list()
    if (worked) worked.silent = await silentlyAccepted(context, id, listed, worked.accepted)
    return { id, refused, before, after, listedAfter, eventsAfter, accepted, listed, worked }
  },
}
