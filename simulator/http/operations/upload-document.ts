// POST /orders/{order_id}/documents: uploads a supporting document (Endpoints / POST /orders/{order_id}/documents).
import type { Behaviour } from '../../behaviour/behaviour.ts'
import type { UploadFault } from '../../behaviour/uploads.ts'
import { nameFaults } from '../../documents/file-name.ts'
import { addDocument } from '../../orders/work-on-order.ts'
import type { Order } from '../../domain/records.ts'
import type { Detail } from '../../domain/refusal.ts'
import { Refusal } from '../../domain/refusal.ts'
import { commit, storeFile } from '../../engine/commit.ts'
import { acceptFile } from '../inline-documents.ts'
import type { Call } from '../operation.ts'
import { answer, domainContext, operation, orderOf } from '../operation.ts'
import type { Upload } from '../read-multipart.ts'
import { readMultipart } from '../read-multipart.ts'

/** A fault and its text. */
type Found = Detail & { fault: UploadFault }

const missingParts = ({ requiredParts }: Behaviour['uploads'], { fields, files }: Upload): Found[] =>
  requiredParts
    .filter((part) => (part === 'file' ? !files[0]?.filename : fields[part] === undefined))
    .map((field) => ({
      fault: field === 'description' ? 'undescribed' : 'missing',
      field,
      code: 'required',
      value: null,
      message: 'is required',
    }))

const unusableParts = (uploads: Behaviour['uploads'], { fields, files }: Upload): Found[] => {
  const wrong = (fault: UploadFault, field: string, value: string | undefined, message: string): Found[] => [
    { fault, field, code: 'invalid_value', value, message },
  ]
  const { kind, purpose = uploads.purposeWhenMissing, description } = fields
  const unusable = description === undefined ? null : uploads.descriptionProblem(description)
  return [
    ...(uploads.kinds.includes(kind!) ? [] : wrong('kind', 'kind', kind, `must be ${uploads.kinds.join(', ')}`)),
    ...(uploads.purposes.includes(purpose) || uploads.unknownPurpose !== null
      ? []
      : wrong('purpose', 'purpose', fields['purpose'], `must be one of ${uploads.purposes.join(', ')}`)),
    ...(unusable === null ? [] : wrong('description', 'description', description, unusable)),
    ...(files.length === 1
      ? []
      : wrong('several', 'file', files[1]!.filename, 'must be one file; send one file in each request')),
    ...nameFaults(files[0]!.filename, 'file').map((detail) => ({ ...detail, fault: 'name' as const })),
  ]
}

/** Kind `supporting` only; a purpose of the enumeration, `other` when there is none; one file with a name. */
const checkParts = ({ services: { behaviour } }: Call, upload: Upload): void => {
  const { problems, uploads } = behaviour
  const missing = missingParts(uploads, upload)
  const found = missing.length > 0 ? missing : unusableParts(uploads, upload)
  const [worst] = found
  if (!worst) return
  const details = found.map(({ fault: _fault, ...detail }) => detail)
  throw new Refusal(uploads.codeOf(worst.fault, problems), 'The upload cannot be taken as it is.', { details })
}

export const uploadDocument = operation({
  id: 'uploadDocument',
  access: 'token',
  handle: async (call) => {
    const { services } = call
    const { behaviour, locks } = services
    const { uploads } = behaviour
    orderOf(call)
    const { unreadable } = behaviour.problems
    const unparsable = uploads.codeOf('unparsable', behaviour.problems)
    const { bodies } = behaviour
    const { request, held } = call
    const { inbox } = services
    const reading = { ...uploads, request, inbox, held, bodies, unreadable, unparsable }
    const { fields, files } = await readMultipart(reading)
    const counted = uploads.counted(files)
    checkParts(call, { fields, files: [...counted] })
    const { declared, stated, received } = counted[0]!
    const bytes = await received.bytes()
    const filename = uploads.filename(counted[0]!.filename)
    const verdict = await acceptFile(uploads, { filename, declared, bytes }, 'file')
    const content_type = uploads.mediaType(verdict.content_type, stated)
    const upload = async (order: Order) => {
      uploads.checkOrder(order)
      const sent = fields['purpose'] ?? uploads.purposeWhenMissing
      const purpose = uploads.purposes.includes(sent) ? sent : uploads.unknownPurpose
      const description = fields['description'] ?? null
      const kept = { kind: fields['kind']!, filename, content_type, bytes, purpose, description }
      const document = await storeFile(services, order, kept)
      await commit(services, addDocument(domainContext(call), orderOf(call), document, uploads.announced))
      return document
    }
    const document = await locks.run(call.params['order_id']!, () => upload(orderOf(call)))
    return answer(call, 'uploadDocument', behaviour.present.document(document))
  },
})
