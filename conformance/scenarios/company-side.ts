// What only the company can do to an order: write to the lender, add files, deliver with every kind of document.
import type { Scenario } from '../kit/context.ts'
import { attachedId } from '../evidence/attached-id.ts'
import type { Answered } from '../evidence/exchange.ts'
import { catalog, pickProduct } from '../steps/catalog.ts'
import { awaitEvents, type SeenEvent, type Wanted } from '../steps/events-of.ts'
import { readOrder } from '../steps/order-state.ts'
import { passTime } from '../steps/pass-time.ts'
import { newOrder } from '../steps/place-order.ts'
import { fieldAt } from '../steps/read.ts'
import { acceptedFiles } from '../steps/tiny-files.ts'
import { uploadFile } from '../steps/upload-file.ts'
import { requirePort } from '../sut/control.ts'
import { getPage } from '../steps/walk-pages.ts'
import { limits } from '../contract/limits.ts'

type ExtraFile = { kind: string; present: string; own?: string }

/** What may come with a report, with the rules that say when it is on the order and that it is a file of its own. */
export const extraFiles: readonly ExtraFile[] = [
  {
    kind: 'invoice',
    present: 'documents.invoice-present-when-invoiced-here',
    own: 'documents.invoice-is-its-own-file',
  },
  {
    kind: 'compliance_certificate',
    present: 'documents.compliance-certificate-present-when-issued',
    own: 'documents.certificates-stay-separate-files',
  },
  {
    kind: 'borrower_certificate',
    present: 'documents.borrower-certificate-present-when-issued',
    own: 'documents.certificates-stay-separate-files',
  },
  { kind: 'review_report', present: 'documents.review-report-present-when-provided' },
]

export const extraFileRules = [...new Set(extraFiles.flatMap(({ present, own = present }) => [present, own]))]

type CompanySide = {
  id: string
  /** The product's report format. */
  format: string
  /** The lender's own upload, and the ids of the documents that the company then saw on the order. */
  upload: Answered
  companySaw: unknown[]
  /** What the company wrote to the lender, with the ids of all that it attached, and of those that came with the message. */
  written: { subject: string; body: string; attached: string[]; sent: string[] }
  /** The subject of what the lender wrote seconds after that. */
  reply: string
  /** What company and appraiser wrote to each other. */
  internal: string[]
  /** A supporting document that the company added on its own. */
  added: string
  /** Submission summary reports of a delivery portal. */
  summaries: string[]
  /** The fee that the company set. */
  fee: string
  /** The order as the company sees it, taken right after `order`. */
  portal: Record<string, unknown>
  thread: Answered
  /** The second message of the thread alone. */
  second: Answered
  documents: Answered
  order: Answered
  /** Read at once: a feed forgets, and a run moves the clock. */
  events: SeenEvent[]
}

/** Without any of these operations of the control port the whole is not brought about. */
export const companyCalls = [
  'getCompanyOrder',
  'assignAppraiser',
  'addDocument',
  'postMessage',
  'addInternalNote',
  'changeFee',
  'deliverReport',
] as const

type Shown = { id: string }

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((entry) => String(attachedId(entry) ?? entry)) : []

/** The event of a document that was added. */
export const documentAdded = (id: string): Wanted => ({
  type: 'order.document_added',
  fits: ({ document }) => idsIn([document])[0] === id,
})

export const companySide: Scenario<CompanySide> = {
  id: 'company-side',
  async run(context) {
    const { marker } = context
    const control = requirePort(context, ...companyCalls)
    const { products } = await context.shared(catalog)
    const packaged = products.some((product) => product.active && product.report_format === 'uad_3_6')
    const product = await pickProduct(context, {
      fits: ({ report_format }) => !packaged || report_format === 'uad_3_6',
    })
    const { id } = await newOrder(context, product)
    const upload = await uploadFile(context, id, { kind: 'supporting', file: acceptedFiles().text })
    const seenByCompany = (await control.ask('GET', `/orders/${id}`)) as { order?: { documents?: unknown } }

    await control.ask('POST', `/orders/${id}/assign`, { name: 'Avery Sample' })
    const { document } = (await control.ask('POST', `/orders/${id}/documents`, { kind: 'supporting' })) as {
      document?: Shown
    }
    const added = String(document?.id)
    // Where a target counts in seconds, what was there before a message is then older.
    await passTime(context, 2)
    const subject = `From the company ${marker()}`
    const body = `Here are the sales that we looked at.\n${'One of them is like the other. '.repeat(20)}\nGrüße – 敬具.`
    const { name, type, bytes } = acceptedFiles().pdf
    // At once, so that some of them are likely to have the same age, and more than a page has by default.
    const files = Array.from({ length: limits().per_page_default + 1 }, (_, count) => ({
      filename: `${count}-grundriß-${name}`,
      content_type: type,
      content: bytes.toString('base64'),
    }))
    const said = { from: 'manager', subject, body, files, document_ids: [added] }
    const { message } = (await control.ask('POST', `/orders/${id}/messages`, said)) as {
      message?: { attachments?: unknown }
    }
    const internal = [`Between us ${marker()}`, `Between us ${marker()}`]
    for (const [index, note] of internal.entries())
      await control.ask('POST', `/orders/${id}/internal-notes`, {
        from: index === 0 ? 'manager' : 'appraiser',
        subject: note,
        body: note,
      })
    // Where a target counts in seconds, two messages of one have no order.
    await passTime(context, 2)
    const reply = `To the company ${marker()}`
    const json = { recipient: 'manager', subject: reply, body: 'Thank you.', document_ids: [] }
    await context.client.call('sendMessage', { params: { order_id: id }, json })
    const fee = '641.37'
    await control.ask('POST', `/orders/${id}/fee`, { appraisal_fee: fee, reason: 'A larger house than stated.' })
    const summaries: string[] = []
    for (let count = 0; count < 2; count += 1) {
      const sent = (await control.ask('POST', `/orders/${id}/documents`, { kind: 'ssr' })) as { document?: Shown }
      summaries.push(String(sent.document?.id))
    }
    await control.ask('POST', `/orders/${id}/deliver`, {
      kinds: ['report_pdf', 'report_data', ...extraFiles.map(({ kind }) => kind)],
    })
    const corrected = { filename: 'corrected-invoice.pdf', content_type: type, content: bytes.toString('base64') }
    await control.ask('POST', `/orders/${id}/documents`, { kind: 'invoice', ...corrected })

    const sent = idsIn(message?.attachments).filter((one) => one !== added)
    const params = { order_id: id }
    const order = await readOrder(context, id)
    const portal = (await control.ask('GET', `/orders/${id}`)) as { order?: Record<string, unknown> }
    return {
      id,
      format: product.report_format,
      upload,
      companySaw: idsIn(seenByCompany.order?.documents),
      written: { subject, body, attached: [added, ...sent], sent },
      reply,
      internal,
      added,
      summaries,
      fee,
      portal: portal.order ?? {},
      thread: await getPage(context, { operationId: 'listMessages', params }, { per_page: limits().per_page_max }),
      second: await getPage(context, { operationId: 'listMessages', params }, { page: 2, per_page: 1 }),
      documents: await getPage(context, { operationId: 'listDocuments', params }, { per_page: limits().per_page_max }),
      order,
      events: await awaitEvents(context, id, ...sent.map(documentAdded)),
    }
  },
}

/** The ids of the documents that an answer shows at a pointer, by kind. */
export const idsOfKind = (answer: Answered, pointer: string, kind: string): unknown[] => {
  const documents = fieldAt(answer, pointer)
  return Array.isArray(documents) ? documents.filter((one) => one?.kind === kind).map((one) => one?.id) : []
}
