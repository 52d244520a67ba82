// POST /orders/{order_id}/documents: uploads a supporting document (Endpoints / POST /orders/{order_id}/documents).
import { addDocument } from '../../domain/work-on-order.ts'
import type { Order } from '../../domain/records.ts'
import { Refusal } from '../../domain/refusal.ts'
import { commit, storeFile } from '../../office.ts'
import { acceptFile } from '../inline-documents.ts'
import type { Call } from '../operation.ts'
import { answer, domainContext, operation, orderOf } from '../operation.ts'
import { readMultipart } from '../read-body.ts'

/** Kind `supporting` only; a purpose of the enumeration, `other` when there is none. */
const checkFields = (
  { services: { behaviour, contract } }: Call,
  fields: Record<string, string>,
  hasFile: boolean,
): void => {
  const missing = [...(fields['kind'] === undefined ? ['kind'] : []), ...(hasFile ? [] : ['file'])]
  if (missing.length > 0) {
    const details = missing.map((field) => ({ field, code: 'required', message: 'is required' }))
    throw new Refusal(behaviour.problems.missingField, 'A part of the upload is missing.', { details })
  }
  const invalid = (field: string, allowed: readonly string[]) => ({
    field,
    code: 'invalid_value',
    value: fields[field],
    message: `must be ${allowed.join(', ')}`,
  })
  const details = [
    ...(behaviour.uploads.kinds.includes(fields['kind']!) ? [] : [invalid('kind', behaviour.uploads.kinds)]),
    ...(fields['purpose'] === undefined || contract.enumerations.upload_purpose.includes(fields['purpose'])
      ? []
      : [invalid('purpose', contract.enumerations.upload_purpose)]),
  ]
  if (details.length > 0)
    throw new Refusal(behaviour.problems.unusableValue, 'The upload cannot be taken as it is.', { details })
}

export const uploadDocument = operation({
  id: 'uploadDocument',
  method: 'post',
  path: '/orders/:order_id/documents',
  access: 'token',
  handle: async (call) => {
    const { services } = call
    const { behaviour, locks } = services
    orderOf(call)
    const { fields, file } = await readMultipart(
      call.request,
      behaviour.uploads.maxBytes,
      behaviour.problems.unreadable,
    )
    checkFields(call, fields, file !== undefined)
    const { filename, declared, bytes } = file!
    const { content_type } = await acceptFile(behaviour.uploads, { filename, declared, bytes }, 'file')
    const upload = async (order: Order) => {
      const purpose = fields['purpose'] ?? 'other'
      const description = fields['description'] ?? null
      const kept = { kind: fields['kind']!, filename, content_type, bytes, purpose, description }
      const document = await storeFile(services, order, kept)
      await commit(services, addDocument(domainContext(call), orderOf(call), document, behaviour.uploads.announced))
      return document
    }
    const document = await locks.run(call.params['order_id']!, () => upload(orderOf(call)))
    return answer(call, 'uploadDocument', behaviour.present.document(document))
  },
})
