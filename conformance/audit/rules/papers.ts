// Messages, uploads and revision requests: who they go to, what goes with them, and how a file is sent.
import { limits } from '../../contract/limits.ts'
import { enumerations } from '../../contract/contract.ts'
import { at, listAt, textAt } from '../../model/body.ts'
import type { Call, Journal } from '../call.ts'
import { eachCall, ruleGroup, type Fault } from '../client-rule.ts'
import { filePartOf, partsOf } from '../file-part.ts'
import { placeOf } from '../repeats.ts'
import { isBodyKnown } from '../sent.ts'
import { thresholds } from '../thresholds.ts'
import { fieldsIn, plainCode } from './fields.ts'

const isMultipart = ({ known }: Call): boolean => /^multipart\/form-data\s*(;|$)/i.test(known.type ?? '')

/** Types that are none of those that the service takes, whatever office types are common. */
const unfit =
  /^(image\/(?!p?jpe?g\b|(x-)?png\b|tiff?\b)|audio\/|video\/|text\/html|application\/(x-msdownload|javascript|x-sh|java-archive))/i

const fileTypeOf = (call: Call): string => filePartOf(call)?.type ?? ''

const shown = new WeakMap<Journal, ReadonlyMap<string, number>>()

/** Ids of documents by the place of the first call whose answer has them. */
const documentsShown = (journal: Journal): ReadonlyMap<string, number> => {
  const known = shown.get(journal)
  if (known !== undefined) return known
  const first = new Map<string, number>()
  for (const [place, { received }] of journal.calls.entries())
    for (const row of [received, ...listAt(received, 'data'), ...listAt(received, 'documents')]) {
      const id = textAt(row, 'id')
      if (id?.startsWith('doc_') && !first.has(id)) first.set(id, place)
    }
  shown.set(journal, first)
  return first
}

const inline = /^(attachments?|files?|documents|content|content_base64|data)$/

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Files go up first: a message has ids of documents, and nothing of the files themselves. */
const attachmentFault = (call: Call, journal: Journal): Fault | true | null => {
  const file = fieldsIn(call.sent).find(({ name, value }) => inline.test(name) && !isEmpty(value))
  if (file) return { expected: 'ids of uploaded documents', received: file.name, pointer: file.path }
  return idsFault(call, journal)
}

/** The ids of documents are those of answers before. The contract has inline evidence too, and not its shape. */
const idsFault = (call: Call, journal: Journal): Fault | true | null => {
  const ids = listAt(call.sent, 'document_ids')
  if (ids.length === 0) return null
  const known = documentsShown(journal)
  const place = placeOf(journal, call)
  const unknown = ids.find((id) => typeof id !== 'string' || (known.get(id) ?? place) >= place)
  if (unknown === undefined) return true
  // It may be of an upload before the journal begins.
  if (!journal.fromStart) return null
  const isNamed = listAt(call.received, 'details').some((row) => textAt(row, 'field')?.startsWith('document_ids'))
  return call.status === 404 || (call.status === 422 && isNamed)
    ? { expected: 'ids of uploaded documents', received: unknown, pointer: '/document_ids' }
    : null
}

const uploadsFirst = 'Upload the file to the order first, and quote its id in `document_ids`.'

const upload = { shownBy: 'upload', toTry: 'Let the client upload a supporting document.' }

export const papers = ruleGroup(
  'papers',
  [
    {
      rule: 'messages.client-writes-to-manager-or-appraiser',
      shownBy: 'message',
      toTry: 'Let the client send a message.',
      toChange: 'Address a message to `manager` or to `appraiser`.',
      judge: eachCall('sendMessage', ({ sent }) => {
        if (sent === undefined) return null
        const recipient = at(sent, 'recipient')
        const known = enumerations()['message_recipient_sending'] ?? []
        return typeof recipient === 'string' && known.includes(plainCode(recipient))
          ? true
          : { expected: known.join(' or '), received: recipient ?? 'absent', pointer: '/recipient' }
      }),
    },
    {
      rule: 'messages.client-uploads-before-attaching',
      shownBy: 'message with a file',
      toTry: 'Let the client send a message with a file.',
      toChange: uploadsFirst,
      judge: eachCall('sendMessage', attachmentFault),
    },
    {
      rule: 'revisions.client-uploads-evidence-first',
      shownBy: 'revision request with evidence',
      toTry: 'Let the client open a reconsideration of value with evidence.',
      toChange: uploadsFirst,
      judge: eachCall('createRevisionRequest', idsFault),
    },
    {
      rule: 'revisions.client-acknowledges-a-reconsideration',
      shownBy: 'request for a reconsideration of value',
      toTry: 'Advance an order to `report_complete`, and let the client ask for a reconsideration of value.',
      toChange: 'Send at least one of the two `acknowledgements` as true.',
      judge: eachCall('createRevisionRequest', ({ sent }) => {
        if (textAt(sent, 'kind') !== 'reconsideration_of_value') return null
        const given = ['prior_appraisal_provided', 'comparable_sales_provided'].map((name) =>
          at(sent, 'acknowledgements', name),
        )
        // One that is written otherwise is another rule's.
        return given.some((value) => value !== undefined && value !== null && value !== false)
          ? true
          : { expected: 'an acknowledgement that is true', received: 'none', pointer: '/acknowledgements' }
      }),
    },
    {
      rule: 'documents.client-uploads-as-multipart',
      ...upload,
      toChange: 'Send an upload as `multipart/form-data` with the parts `kind` and `file`.',
      judge: eachCall('uploadDocument', (call) => {
        if (call.known.type === undefined) return null
        if (!isMultipart(call))
          return {
            expected: 'multipart/form-data',
            received: call.known.type ?? 'absent',
            pointer: 'header:Content-Type',
          }
        const parts = partsOf(call)
        if (parts.length === 0 || !isBodyKnown(call)) return true
        return parts.some(({ name }) => name === 'file') ? true : { expected: 'a part file', received: 'none' }
      }),
    },
    {
      rule: 'documents.client-uploads-supporting-files-only',
      ...upload,
      toChange: 'Send `kind` as `supporting`; reports, invoices and certificates come from the company.',
      judge: eachCall('uploadDocument', (call) => {
        if (!isMultipart(call)) return null
        const parts = partsOf(call)
        const kind = parts.find(({ name }) => name === 'kind')?.text ?? null
        if (kind === null && (parts.length === 0 || !isBodyKnown(call))) return null
        return kind === 'supporting' ? true : { expected: 'supporting', received: kind ?? 'absent' }
      }),
    },
    {
      rule: 'documents.client-keeps-to-the-file-limits',
      ...upload,
      toChange:
        'Send files of 25 MB at most, and of an accepted type: PDF, JPEG, PNG, TIFF, ZIP, plain text, XML, office types.',
      judge: eachCall('uploadDocument', (call) => {
        const most = limits().upload_megabytes * 1024 * 1024
        // The other parts of the body are no part of the file.
        if (call.size > most + thresholds.partsOfUpload)
          return { expected: '25 MB at most', received: `${Math.round(call.size / 1e6)} MB` }
        const type = fileTypeOf(call)
        if (unfit.test(type)) return { expected: 'an accepted type', received: type }
        return isBodyKnown(call) ? true : null
      }),
    },
  ],
  ['request bodies'],
)
