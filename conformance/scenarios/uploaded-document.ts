// A small text file, uploaded to an order of its own and shared by all who only look at it.
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked } from '../evidence/inconclusive.ts'
import { momentOf, type Moment } from '../steps/moment.ts'
import { placeOrder } from '../steps/place-order.ts'
import { fieldAt, refusedBy, succeeded } from '../steps/read.ts'
import { uploadFile } from '../steps/upload-file.ts'

type UploadedDocument = {
  orderId: string
  status: string
  /** That of the create. */
  key: string
  answer: Answered
  /** When it was uploaded. */
  moment: Moment
  documentId: string | null
}

export const uploadText = {
  name: 'comparable-sales.txt',
  bytes: Buffer.from('Comparable sales near the property, made up for a test.\nGrüße, señor, 株式会社\n'),
}

export const uploadedDocument: Scenario<UploadedDocument> = {
  id: 'uploaded-document',
  async run(context) {
    const { id: orderId, status, key } = await placeOrder(context)
    const file = { ...uploadText, type: 'text/plain' }
    // The key of the create is nothing to an upload.
    const answer = await uploadFile(context, orderId, { kind: 'supporting', purpose: 'other', file, key })
    const moment = momentOf(context, answer)
    const id = fieldAt(answer, '/id')
    return { orderId, status, key, answer, moment, documentId: succeeded(answer) && typeof id === 'string' ? id : null }
  },
}

/** @throws Inconclusive when the upload was not taken. */
export const documentOf = ({ documentId, answer }: UploadedDocument): string => {
  if (documentId !== null) return documentId
  throw blocked(refusedBy(answer), answer)
}
