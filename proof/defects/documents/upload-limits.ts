// Defects of what an upload may be, its size and its type, and when it may come.
import { refusedByStatus } from '../../../simulator/domain/refused-by-status.ts'
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../../simulator/behaviour/operators/index.ts'
import type { Defect } from '../defect.ts'
import { rows } from '../rows.ts'

export const documentsUploadLimits: readonly Defect[] = rows({
  'upload-of-26-mb-taken': {
    breaks: 'documents.upload-over-25-mb-is-413',
    bug: 'Files may be a fifth larger.',
    apply: op.set('uploads.maxBytes', (usual) => 1.2 * usual),
  },
  'large-upload-invalid': {
    breaks: 'documents.upload-over-25-mb-has-its-code',
    bug: 'The refusal has the code of a failed validation.',
    apply: op.recode((refusal) => refusal.code === 'payload_too_large', 'validation_failed'),
  },
  'upload-of-20-mb-at-most': {
    breaks: 'documents.upload-up-to-25-mb-accepted',
    bug: 'Files must be a fifth smaller.',
    apply: op.set('uploads.maxBytes', (usual) => 0.8 * usual),
  },
  'upload-limit-for-all': {
    breaks: 'documents.upload-limit-is-per-file',
    bug: 'All uploads together may have 25 MB.',
    apply: op.perTarget((sum = 0) =>
      op.wrap('uploads.accept', async function (judged, { bytes }) {
        sum += bytes.length
        return sum > this.maxBytes ? { refused: 'too much in all' } : judged
      }),
    ),
  },
  'nothing-while-on-hold': {
    breaks: 'documents.supporting-may-come-at-any-time',
    bug: 'An order on hold takes no uploads, as nobody works on it.',
    deep: 'only on a held order',
    apply: op.refuseWith(
      'uploads.checkOrder',
      (order) => order.status.code === 'on_hold' && refusedByStatus(order, 'given a document'),
    ),
  },
  'any-type-uploaded': {
    breaks: 'documents.upload-of-other-types-is-415',
    bug: 'The type of a file is not looked at.',
    apply: op.replace('uploads.accept', async ({ declared }) => ({
      content_type: declared ?? 'application/octet-stream',
    })),
  },
  'texts-of-any-type-uploaded': {
    breaks: 'documents.upload-of-other-types-is-415',
    bug: 'What is declared as a text of any kind is taken, pages included.',
    deep: 'only for a file declared as another text',
    apply: op.instead('uploads.accept', async (usual, file) =>
      file.declared?.startsWith('text/') ? { content_type: file.declared } : usual(file),
    ),
  },
  'other-type-invalid': {
    breaks: 'documents.upload-of-other-types-has-its-code',
    bug: 'The refusal has the code of a failed validation.',
    apply: op.recode((refusal) => refusal.code === 'unsupported_media_type', 'validation_failed'),
  },
  'refused-upload-listed': {
    breaks: 'documents.refused-upload-leaves-no-document',
    bug: 'A refused upload is on the list all the same.',
    apply: op.perTarget(
      (
        refused: string[] = [],
        made = { kind: 'supporting', filename: 'over.txt', content_type: 'text/plain', size_bytes: 1 },
      ) => [
        op.add('listDocuments', (list) => {
          const created_at = new Date().toISOString()
          list['data'] = [...refused.map((id) => ({ id, ...made, created_at })), ...(list['data'] as Wire[])]
          list['total'] = Number(list['total']) + refused.length
        }),
        op.note('problems.body', () => refused.push(`doc_refused_${refused.length}`)),
      ],
    ),
  },
})
