// One order with a file of every accepted type, three messages, and, once cancelled, three revision requests.
import type { Journey, StepContext } from '../run/context.ts'
import type { Answered } from '../target/exchange.ts'
import { passTime } from '../steps/pass-time.ts'
import { placeOrder } from '../steps/place-order.ts'
import { fieldAt, succeeded } from '../steps/read.ts'
import { acceptedFiles, type TinyFile } from '../steps/tiny-files.ts'
import { uploadFile } from '../steps/upload-file.ts'

export type FileName = keyof ReturnType<typeof acceptedFiles>

export type Uploaded = { file: TinyFile; purpose: string | undefined; answer: Answered; id: string | null }

export type SentMessage = {
  mark: string
  sent: { recipient: string; subject: string; body: string; document_ids: string[] }
  answer: Answered
}

export type Exchange = {
  orderId: string
  uploads: Record<FileName, Uploaded>
  /** Three more, sent at the same time, some seconds after the others. */
  twins: Answered[]
  /** As sent, the first some seconds before the others. */
  messages: SentMessage[]
  /** The cancellation that opens the way to the revision requests. */
  cancelled: Answered
  /** The answers, the first some seconds before the others; none when the order could not be cancelled. */
  revisions: Answered[]
}

const purposes = ['engagement_letter', 'sales_contract', 'prior_report', 'other', undefined]

const uploadAll = async (context: StepContext, orderId: string): Promise<Record<FileName, Uploaded>> => {
  const uploads: Partial<Record<FileName, Uploaded>> = {}
  for (const [index, [name, file]] of Object.entries(acceptedFiles()).entries()) {
    const purpose = purposes[index % purposes.length]
    const description = index === 0 ? undefined : `A made-up ${name} file.`
    const answer = await uploadFile(context, orderId, { kind: 'supporting', purpose, description, file })
    const id = fieldAt(answer, '/id')
    uploads[name as FileName] = { file, purpose, answer, id: succeeded(answer) && typeof id === 'string' ? id : null }
  }
  return uploads as Record<FileName, Uploaded>
}

const write = async (context: StepContext, orderId: string, document_ids: string[]): Promise<SentMessage> => {
  // In subject and body, so that a message is known by either.
  const mark = `(${context.marker()})`
  const body = `Is the garage in the sketch?\nDanke – ありがとう. ${mark}`
  const sent = { recipient: 'manager', subject: `Question ${mark}`, body, document_ids }
  return { mark, sent, answer: await context.client.call('sendMessage', { params: { order_id: orderId }, json: sent }) }
}

const revise = (context: StepContext, orderId: string): Promise<Answered> =>
  context.client.call('createRevisionRequest', {
    params: { order_id: orderId },
    json: { kind: 'correction', reason: `The garage is missing from the sketch (${context.marker()}).` },
  })

export const exchange: Journey<Exchange> = {
  id: 'exchange',
  async run(context) {
    const { id: orderId } = await placeOrder(context)
    const first = await write(context, orderId, [])
    const uploads = await uploadAll(context, orderId)
    await passTime(context, 2)
    const twins = await Promise.all(
      ['first.txt', 'second.txt', 'third.txt'].map((name) =>
        uploadFile(context, orderId, { kind: 'supporting', file: { ...acceptedFiles().text, name } }),
      ),
    )
    const quoted = [uploads.pdf.id, uploads.text.id].filter((id) => id !== null)
    const messages = [first, await write(context, orderId, quoted), await write(context, orderId, [])]

    const params = { order_id: orderId }
    const cancelled = await context.client.call('cancelOrder', { params, json: { reason: 'The loan was withdrawn.' } })
    const revisions: Answered[] = []
    if (succeeded(cancelled)) {
      context.orders.settled(orderId)
      revisions.push(await revise(context, orderId))
      await passTime(context, 2)
      revisions.push(...(await Promise.all([revise(context, orderId), revise(context, orderId)])))
    }
    return { orderId, uploads, twins, messages, cancelled, revisions }
  },
}
