// One order with a file of every accepted type, three messages, and, once cancelled, three revision requests.
import type { Scenario, StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { longLine, longRemark } from '../generate/long-texts.ts'
import { isUnusable } from '../steps/amend.ts'
import { passTime } from '../steps/pass-time.ts'
import { placeOrder } from '../steps/place-order.ts'
import { fieldAt, succeeded } from '../steps/read.ts'
import { acceptedFiles, type TinyFile } from '../steps/tiny-files.ts'
import { uploadFile, type UploadParts } from '../steps/upload-file.ts'

export type FileName = keyof ReturnType<typeof acceptedFiles>

type Uploaded = {
  file: TinyFile
  purpose: string | undefined
  described: boolean
  answer: Answered
  id: string | null
}

export type SentMessage = {
  mark: string
  sent: { recipient: string; subject: string; body: string; document_ids: string[] }
  answer: Answered
}

type Correspondence = {
  orderId: string
  uploads: Record<FileName, Uploaded>
  /**
   * Three text files, sent at the same time some seconds after the others: twice the same, and `namesake`, whose type says its
   * charset.
   */
  twins: Answered[]
  /** The first some seconds before the others, which were sent at the same time. */
  messages: SentMessage[]
  /** The cancellation that opens the way to the revision requests. */
  cancelled: Answered
  /** The first some seconds before the others, which say the same; none when the order could not be cancelled. */
  revisions: Answered[]
}

/** The first file is a report, as a prior one is. */
const purposes = ['prior_report', 'sales_contract', 'engagement_letter', 'other', undefined]

/** The answer to an upload without a description; null where it is refused, as nobody says that it may be left out. */
const undescribed = async (context: StepContext, orderId: string, parts: UploadParts): Promise<Answered | null> => {
  const answer = await uploadFile(context, orderId, { ...parts, description: undefined })
  const { status } = answer.response
  const isRefused = status === 400 || status === 422
  context.recordReading('documents.description-missing', isRefused ? `status-${status}` : 'accepted', answer)
  return isRefused ? null : answer
}

/** A plus is a plus, but for where a query or a form is decoded. */
export const twinName = 'front + back.txt'

const byteOrderMark = Buffer.from('\uFEFF')

const files = (): Record<FileName, TinyFile> => {
  const accepted = acceptedFiles()
  return {
    ...accepted,
    // As scanners name their files.
    pdf: { ...accepted.pdf, name: 'SCAN.PDF' },
    // Longer than the megabyte that a server or a proxy may keep in one piece, and with a mark at its beginning that editors put there.
    text: {
      ...accepted.text,
      bytes: Buffer.concat([byteOrderMark, ...Array.from({ length: 12_000 }, () => accepted.text.bytes)]),
    },
    jpeg: { ...accepted.jpeg, name: 'façade – 正面.jpg' },
  }
}

/** Of the name and the size that another file of the order has, which says something else. */
export const namesake = (): TinyFile => {
  const { bytes, ...text } = files().text
  const other = Buffer.from(bytes.toString().replace('nearby', 'beside'))
  return { ...text, type: 'text/plain; charset=utf-8', bytes: other }
}

/** At once, so that some may be of one age; the first has no description. */
const uploadAll = async (context: StepContext, orderId: string): Promise<Record<FileName, Uploaded>> => {
  const uploads = Object.entries(files()).map(async ([name, file], index): Promise<[string, Uploaded]> => {
    const purpose = purposes[index % purposes.length]
    const parts = { kind: 'supporting', purpose, file }
    const bare = index === 0 ? await undescribed(context, orderId, parts) : null
    const answer = bare ?? (await uploadFile(context, orderId, { ...parts, description: `A made-up ${name} file.` }))
    const id = succeeded(answer) ? fieldAt(answer, '/id') : null
    return [name, { file, purpose, described: bare === null, answer, id: typeof id === 'string' ? id : null }]
  })
  return Object.fromEntries(await Promise.all(uploads)) as Record<FileName, Uploaded>
}

const write = async (
  context: StepContext,
  orderId: string,
  document_ids: string[],
  long: 'subject' | 'body' | null = null,
): Promise<SentMessage> => {
  // In subject and body, so that a message is known by either.
  const mark = `(${context.marker()})`
  const body = `Is the garage in the sketch (A & B <c>)?\nDanke – ありがとう 👍. ${mark}`
  const subject = `Question ${mark}`
  const sent = {
    recipient: 'manager',
    subject: long === 'subject' ? longLine(subject) : subject,
    body: long === 'body' ? longRemark(body) : body,
    document_ids,
  }
  const answer = await context.client.call('sendMessage', { params: { order_id: orderId }, json: sent })
  // A text may be too long for the target.
  return long !== null && isUnusable(answer) ? write(context, orderId, document_ids) : { mark, sent, answer }
}

/** Two of one mark are the same request, sent under the same key. */
const revise = (context: StepContext, orderId: string, mark: string): Promise<Answered> =>
  context.client.call('createRevisionRequest', {
    params: { order_id: orderId },
    headers: { 'Idempotency-Key': mark },
    json: { kind: 'correction', reason: `The garage is missing from the sketch (${mark}).` },
  })

export const correspondence: Scenario<Correspondence> = {
  id: 'correspondence',
  async run(context) {
    const { id: orderId, key } = await placeOrder(context)
    const first = await write(context, orderId, [])
    const uploads = await uploadAll(context, orderId)
    await passTime(context, 2)
    const twin = { ...acceptedFiles().text, name: twinName }
    // No key of a create: which of them is answered first is open, and one may be refused for the other.
    const ofTwins = context.marker()
    const twins = await Promise.all(
      [twin, twin, namesake()].map((file) =>
        uploadFile(context, orderId, { kind: 'supporting', file, ...(file === twin && { key: ofTwins }) }),
      ),
    )
    // Neither has a namesake, which might have taken its place.
    const quoted = [uploads.pdf.id, uploads.xml.id].filter((id) => id !== null)
    const both = await Promise.all([
      write(context, orderId, quoted, 'subject'),
      // A file may be quoted in two messages.
      write(context, orderId, quoted.slice(0, 1), 'body'),
    ])
    const messages = [first, ...both]

    const params = { order_id: orderId }
    const cancelled = await context.client.call('cancelOrder', { params, json: { reason: 'The loan was withdrawn.' } })
    const revisions: Answered[] = []
    if (succeeded(cancelled)) {
      context.orders.settled(orderId)
      revisions.push(await revise(context, orderId, key))
      await passTime(context, 2)
      const same = context.marker()
      revisions.push(...(await Promise.all([revise(context, orderId, same), revise(context, orderId, same)])))
    }
    return { orderId, uploads, twins, messages, cancelled, revisions }
  },
}
