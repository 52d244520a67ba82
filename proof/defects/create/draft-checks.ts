// Checks of the draft of an order that are too strict, or come too late.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import type { Behaviour } from '../../../simulator/behaviour/behaviour.ts'
import type { Defect } from '../defect.ts'
import type { OrderDraft } from '../../../simulator/domain/order-draft.ts'
import type { Product } from '../../../simulator/domain/records.ts'
import type { Detail } from '../../../simulator/domain/refusal.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'

export const row = (breaks: string, id: string, bug: string, apply: Mutation): Defect => ({
  id,
  breaks: `create.${breaks}`,
  bug,
  apply,
})

export const named = (path: string): string => path.replaceAll(/[.*_]+/g, '-')

/** One more rule of this target's own. */
export const overstrict = (field: string, refuses: (draft: OrderDraft, product: Product) => boolean): Mutation =>
  op.instead('creation.semantic.loanTypeGiven', (usual, draft, context) =>
    refuses(draft, context.product) ? detail(field) : usual(draft, context),
  )

export const detail = (field: string, value: unknown = null): Detail[] => [
  { field, code: 'invalid_value', value, message: 'cannot be used' },
]

/** The order is stored first and its values are checked afterwards: the refusal comes too late. */
export const tooLate = (
  breaks: string,
  id: string,
  when: (draft: OrderDraft, context: { product: Product }) => Detail[],
  open: (behaviour: Behaviour) => void,
): Defect =>
  row(
    breaks,
    id,
    'The order is stored before this is checked, and is not taken back.',
    op.mutation('late', (behaviour) => {
      const { creation, problems, wire } = behaviour
      const { emailRole } = creation.structural
      const { finish } = wire
      let late: Detail[] = []
      creation.structural.emailRole = (draft, context) => {
        late = when(draft, context)
        return emailRole(draft, context)
      }
      open(behaviour)
      wire.finish = function (operationId, answer) {
        if (operationId !== 'createOrder' || late.length === 0) return finish.call(this, operationId, answer)
        const refusal = new Refusal('semantic_validation_failed', 'The order cannot be placed.', { details: late })
        late = []
        return { status: 422, body: problems.body(refusal, problems.newCorrelationId()) }
      }
    }),
  )
