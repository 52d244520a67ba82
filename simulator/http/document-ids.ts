// Documents quoted by id in a message or a revision request must be on that order.
import type { Document, Order } from '../domain/records.ts'
import type { Call } from './operation.ts'

/** The ids that count: those of the order's documents. Throws where the others are refused. */
export const checkDocumentIds = (
  call: Call,
  operationId: string,
  order: Order,
  ids: readonly string[],
  isTaken: (document: Document) => boolean = () => true,
): string[] => {
  const known = new Set(order.document_ids.filter((id) => isTaken(call.services.store.documents.get(id)!)))
  const details = ids.flatMap((id, index) =>
    known.has(id)
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
  const refusal = details.length > 0 ? call.services.behaviour.problems.unknownDocuments(operationId, details) : null
  if (refusal) throw refusal
  return ids.filter((id) => known.has(id))
}
