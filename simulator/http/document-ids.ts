// Documents quoted by id in a message or a revision request must be on that order.
import type { Order } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Call } from './operation.ts'

export const checkDocumentIds = (_call: Call, order: Order, ids: readonly string[]): void => {
  const details = ids.flatMap((id, index) =>
    order.document_ids.includes(id)
      ? []
      : [
          {
            field: `document_ids.${index}`,
            code: 'invalid_value',
            value: id,
            message: 'is not a document of this order',
          },
        ],
  )
  if (details.length === 0) return
  throw new Refusal('semantic_validation_failed', 'A document quoted is not on this order.', {
    details,
  })
}
