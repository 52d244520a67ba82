// POST /orders/{order_id}/documents: uploads a supporting document (Endpoints / POST /orders/{order_id}/documents).
import { addDocument } from '../../domain/work-on-order.ts'
import type { Order } from '../../domain/records.ts'
import { Refusal } from '../../domain/refusal.ts'
import { commit, storeFile } from '../../office.ts'
import { acceptFile } from '../inline-documents.ts'
import type { Call } from '../operation.ts'
import { answer, domainContext, operation, orderOf } from '../operation.ts'
import type { Upload } from '../read-body.ts'
import { readMultipart } from '../read-body.ts'

/** Kind `supporting` only; a purpose of the enumeration, `other` when there is none; one file with a name. */
const checkParts = ({ services: { behaviour, contract } }: Call, { fields, files }: Upload): void => {
  const { problems, uploads } = behaviour
  const missing = [
    ...(fields['kind'] === undefined ? ['kind'] : []),
    ...(files.length > 0 && files[0]!.filename !== '' ? [] : ['file']),
  ]
  if (missing.length > 0) {
    const details = missing.map((field) => ({ field, code: 'required', value: null, message: 'is required' }))
    throw new Refusal(problems.missingField, 'A part of the upload is missing.', { details })
  }
  const invalid = (field: string, value: string | undefined, message: string) => [
    { field, code: 'invalid_value', value, message },
  ]
  const { kind, purpose } = fields
  const purposes = contract.enumerations.upload_purpose
  const details = [
    ...(uploads.kinds.includes(kind!) ? [] : invalid('kind', kind, `must be ${uploads.kinds.join(', ')}`)),
    ...(purpose === undefined || purposes.includes(purpose)
      ? []
      : invalid('purpose', purpose, `must be one of ${purposes.join(', ')}`)),
    ...(files.length === 1 ? [] : invalid('file', files[1]!.filename, 'must be one file; send each by itself')),
  ]
  if (details.length > 0) throw new Refusal(problems.unusableValue, 'The upload cannot be taken as it is.', { details })
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
    const sent = await readMultipart(call.request, behaviour.uploads.maxBytes, behaviour.problems.unreadable)
    checkParts(call, sent)
    const { fields, files } = sent
    const { filename, declared, bytes } = files[0]!
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
