// Defects of a write that is refused once some of it, or all, was carried out.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation, Wire } from '../../simulator/behaviour/operators/index.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'
import { refusedByStatus } from '../../simulator/domain/refused-by-status.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

const breaks = 'errors.refused-write-leaves-nothing'

type Noticed = { refusal: Refusal | null }

/** Carries an operation out, and refuses it then with what was noticed meanwhile. */
const lateRefusal = (id: string, notice: (noticed: Noticed) => Mutation): Mutation =>
  op.perTarget((noticed: Noticed = { refusal: null }) => [
    notice(noticed),
    op.instead('idempotency.around', async (usual, operation, call, work) => {
      const answer = await usual(operation, call, work)
      const { refusal } = noticed
      if (operation !== id || refusal === null) return answer
      noticed.refusal = null
      throw refusal
    }),
  ])

const now = (): string => new Date().toISOString()

type OnOrder = { params: { order_id: string }; body: Wire }

/** What an operation refuses is on the list of the order all the same. */
const listedAllTheSame = (id: string, list: string, entry: (call: OnOrder) => Wire): Mutation =>
  op.perTarget((kept = new Map<string, Wire[]>()) =>
    op.instead('idempotency.around', async (usual, operation, call, work) => {
      const ofOrder = call as unknown as OnOrder
      const order = ofOrder.params?.order_id
      const own = kept.get(order) ?? []
      try {
        const answer = await usual(operation, call, work)
        if (operation !== list || own.length === 0) return answer
        const body = answer.body as Wire
        const listed = body['data'] as Wire[]
        const { created_at = now() } = listed.at(-1) ?? {}
        const data = [...listed, ...own.map((one) => ({ ...one, created_at, updated_at: created_at }))]
        return { ...answer, body: { ...body, data, total: Number(body['total']) + own.length } }
      } catch (error) {
        if (operation === id && error instanceof Refusal) kept.set(order, [...own, entry(ofOrder)])
        throw error
      }
    }),
  )

export const halfApplied: readonly Defect[] = rows({
  'closed-order-keeps-amendment': {
    breaks,
    bug: 'Whether an order is closed is asked once its amendment is stored.',
    deep: 'only for a closed order',
    apply: lateRefusal('amendOrder', (noticed) =>
      op.wrap('lifecycle.mayAmend', (usual, order) => {
        if (!usual) noticed.refusal = refusedByStatus(order, 'amended')
        return true
      }),
    ),
  },
  'fixed-field-refused-rest-kept': {
    breaks,
    bug: 'A field that cannot change is refused once the other fields are stored.',
    deep: 'only where a sound field stands beside one that cannot change',
    apply: lateRefusal('amendOrder', (noticed) =>
      op.wrap('amendment.fixedRefusal', (usual) => {
        noticed.refusal = usual
        return null
      }),
    ),
  },
  'message-to-nobody-stays': {
    breaks,
    bug: 'A message is stored before anybody asks whether its recipient may be written to.',
    deep: 'only for a recipient that is refused',
    apply: listedAllTheSame('sendMessage', 'listMessages', ({ body }) => {
      return { id: `msg_${crypto.randomUUID()}`, sender: 'lender', ...body, document_ids: [], attachments: [] }
    }),
  },
  'refused-request-is-listed': {
    breaks,
    bug: 'A revision request is stored before its acknowledgements and the loan number are looked at.',
    deep: 'only for a request that is refused',
    apply: listedAllTheSame('createRevisionRequest', 'listRevisionRequests', ({ params, body }) => {
      const { kind, reason } = body
      return { id: `rr_${crypto.randomUUID()}`, ...params, kind, status: 'submitted', reason, responses: [] }
    }),
  },
})
