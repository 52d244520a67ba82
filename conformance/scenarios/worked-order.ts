// An order with an upload before the work, one during it and one after it, and a message to its appraiser.
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { moveTo } from '../steps/advance.ts'
import { newOrder } from '../steps/place-order.ts'
import { acceptedFiles, otherForms, type TinyFile } from '../steps/tiny-files.ts'
import { uploadFile } from '../steps/upload-file.ts'

type WorkedOrder = {
  id: string
  uploads: { when: 'before' | 'during' | 'after'; answer: Answered }[]
  /** What the appraiser was sent while it had the order. */
  message: { subject: string; answer: Answered }
}

export const workedOrder: Scenario<WorkedOrder> = {
  id: 'worked-order',
  async run(context) {
    const { id } = await newOrder(context)
    const { text } = acceptedFiles()
    const upload = (file: TinyFile = text) => uploadFile(context, id, { kind: 'supporting', file })
    const before = await upload()
    await moveTo(context, id, 'appraiser_assigned')
    // Of another name and kind than the others, which are alike.
    const during = await upload(otherForms().tiff)
    const subject = `For the appraiser ${context.marker()}`
    const json = { recipient: 'appraiser', subject, body: 'The key is with the neighbour.', document_ids: [] }
    const answer = await context.client.call('sendMessage', { params: { order_id: id }, json })
    await moveTo(context, id, 'report_complete')
    const uploads: WorkedOrder['uploads'] = [
      { when: 'before', answer: before },
      { when: 'during', answer: during },
      { when: 'after', answer: await upload() },
    ]
    return { id, uploads, message: { subject, answer } }
  },
}
