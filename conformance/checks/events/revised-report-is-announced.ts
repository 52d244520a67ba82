// A revised report is a later file, whose addition raises `order.document_added`, and can be downloaded like the first.
import { arrivedAt, exampleSequence } from '../../scenarios/example-sequence.ts'
import { eventsOf, findEvent, type SeenEvent } from '../../steps/events-of.ts'
import { includes } from '../../evidence/expected.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { fetchFile, readDocument } from '../../steps/documents.ts'
import { entriesAt, requireSuccess, succeeded } from '../../steps/read.ts'
import { isPdf } from '../../steps/report-files.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { blocked, notTested, reason } from '../../evidence/inconclusive.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'

const rule = 'events.document-added-is-raised-by-a-revised-report'
const each = 'events.document-added-is-raised-by-a-later-file'

const delivers = 'downloads.link-delivers-the-file'
const ofPdf = 'documents.report-pdf-is-a-pdf'

const reportKinds = ['report_pdf', 'report_data']

const documentIn = ({ type, data }: SeenEvent): { id?: unknown; kind?: unknown } | null =>
  type === 'order.document_added'
    ? ((data['document'] as { id?: unknown; kind?: unknown } | null | undefined) ?? {})
    : null

/**
 * Later than what opened the correction; where no event reports that, later than the first delivery and of no file of it.
 * Event ids sort in the order raised.
 */
const laterThan = (events: readonly SeenEvent[], before: readonly unknown[]) => {
  const opened = findEvent(events, { type: 'order.revision_requested' })
  const since = opened ?? findEvent(events, { type: 'order.completed' })
  if (since === undefined) throw blocked('no-event-of-sequence')
  return ({ id }: SeenEvent, document: unknown): boolean =>
    id > since.id && (opened !== undefined || !before.includes(document))
}

const documentsOf = (order: Answered): unknown[] => entriesAt(order, '/documents').map(({ id }) => id)

const added = (events: readonly SeenEvent[]): unknown[] =>
  events
    .filter(({ type }) => type === 'order.document_added')
    .map(({ data }) => (data['document'] as { id?: unknown } | null | undefined)?.id)

type Revised = { pdf: string; file: Answered; order: Answered }

/** The first report, where it is still on the order, is another file than the revised one. */
const compareWithFirst = async (context: CheckContext, { pdf, file, order }: Revised): Promise<void> => {
  const pdfs = entriesAt(order, '/documents').filter((document) => document['kind'] === 'report_pdf')
  const revised = pdfs.find(({ id }) => id === pdf)
  const first = pdfs.find(({ id, size_bytes }) => id !== pdf && size_bytes !== revised?.['size_bytes'])
  if (typeof first?.['id'] !== 'string' || !succeeded(file)) return
  const other = await fetchFile(context, requireSuccess(await readDocument(context, first['id'])))
  const isSame = Buffer.compare(file.response.body, other.response.body) === 0
  context.expect(delivers).equal(computedFrom(isSame ? pdf : first['id'], file, other), first['id'])
}

export default check({
  id: 'events.revised-report-is-announced',
  verifies: [rule, each, delivers, ofPdf],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const sequence = await context.shared(exampleSequence)
    const { answer, order } = arrivedAt(sequence, 'revised_report_complete')
    const before = documentsOf(arrivedAt(sequence, 'report_complete').order)
    const later = documentsOf(order).filter((id) => !before.includes(id))
    const reports = entriesAt(order, '/documents').filter(
      ({ id, kind }) => later.includes(id) && reportKinds.includes(String(kind)),
    )
    const reportIds = reports.map(({ id }) => id)
    const announced = (events: readonly SeenEvent[]): SeenEvent | undefined => {
      const isLater = laterThan(events, before)
      return events.find((event) => {
        const document = documentIn(event)
        const isReport = reportKinds.includes(String(document?.kind)) || reportIds.includes(document?.id)
        return document !== null && isReport && isLater(event, document.id)
      })
    }
    const isThere = (events: readonly SeenEvent[]): boolean =>
      announced(events) !== undefined && later.every((id) => added(events).includes(id))
    const events = isThere(sequence.events)
      ? sequence.events
      : await context.eventually(() => eventsOf(context, sequence.placed.id), isThere, context.patience.feed)
    const sources = events.filter(({ type }) => type === 'order.completed').map(({ source }) => ({ id: source }))
    if (later.length > 0)
      context
        .expect(each)
        .that(
          computedFrom(added(events), answer, order),
          (ids) => later.every((id) => (ids as unknown[]).includes(id)),
          includes(later),
        )
    else context.expect(each).notTested('no-control-url')
    const failure = { kind: 'missing_event', key: 'order.document_added' } as const
    const shown = { ...computedFrom(announced(events)?.type, answer, ...sources), failure }
    context.expect(rule).equal(shown, 'order.document_added')
    const kind = 'report_pdf'
    const pdf = reports.find((document) => document['kind'] === kind)?.['id']
    if (typeof pdf !== 'string') throw notTested(reason('no-file-on-order', { kind }))
    const detail = requireSuccess(await readDocument(context, pdf))
    const file = await fetchFile(context, detail)
    context.expect(delivers).status(file, '2xx')
    const { body } = file.response
    const start = Buffer.from(body).toString('latin1', 0, 16)
    if (succeeded(file)) context.expect(ofPdf).that(computedFrom(start, detail, file), () => isPdf(body), 'PDF')
    else context.expect(ofPdf).notTested(reason('no-file-on-order', { kind }))
    await compareWithFirst(context, { pdf, file, order })
  },
})
