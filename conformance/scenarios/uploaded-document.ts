// A small text file, uploaded to an order of its own and shared by all who only look at it.
import { refusedBy } from '../steps/read.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked } from '../evidence/inconclusive.ts'
import { momentOf, type Moment } from '../steps/moment.ts'
import { placeOrder } from '../steps/place-order.ts'
import { fieldAt, succeeded } from '../steps/read.ts'

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

/** Under the key of the create, which is nothing to an upload. */
const upload = (context: StepContext, orderId: string, key: string) => {
  const form = new FormData()
  form.set('kind', 'supporting')
  form.set('purpose', 'other')
  form.set('description', 'A file of a test run.')
  form.set('file', new Blob([uploadText.bytes], { type: 'text/plain' }), uploadText.name)
  return context.client.call('uploadDocument', {
    params: { order_id: orderId },
    form,
    headers: { 'Idempotency-Key': key },
  })
}

export const uploadedDocument: Scenario<UploadedDocument> = {
  id: 'uploaded-document',
  async run(context) {
    const { id: orderId, status, key } = await placeOrder(context)
    const answer = await upload(context, orderId, key)
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
