// Each file that a revised report of any order of the run adds raises `order.document_added`, the second time as the first.
import { entriesIn } from '../../evidence/parts.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'
import { runEvents } from '../../scenarios/run-events.ts'
import { byId, type SeenEvent } from '../../steps/events-of.ts'

const ofRevised = 'events.document-added-is-raised-by-a-revised-report'

/** What is raised for a file may come a while after the report. */
const latestMs = 10_000

type Summary = { id?: unknown; kind?: unknown } | null

const filesOf = ({ data }: SeenEvent): unknown[] =>
  entriesIn(data['documents'])
    .filter((file) => file?.kind === 'report_pdf' || file?.kind === 'report_data')
    .map((file) => file?.id)

const fileIn = ({ type, data }: SeenEvent): unknown =>
  type === 'order.document_added' ? (data['document'] as Summary | undefined)?.id : undefined

/** The files that the event of a revised report lists, and none of the order before it. */
const newFiles = (event: SeenEvent, events: readonly SeenEvent[]): unknown[] => {
  const before = events.filter((one) => one.type === 'order.completed' && one.id < event.id).flatMap(filesOf)
  return filesOf(event).filter((id) => typeof id === 'string' && !before.includes(id))
}

export default check({
  id: 'events.each-revised-file-is-announced',
  verifies: [ofRevised],
  needs: ['orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared }) {
    const events = (await shared(runEvents)).events.toSorted(byId)
    const end = Date.parse(events.at(-1)?.createdAt ?? '')
    const revised = events.filter(
      ({ type, data, createdAt }) =>
        type === 'order.completed' && data['revision'] === true && end - Date.parse(createdAt) > latestMs,
    )
    const added = new Set(events.map(fileIn))
    let isSeen = false
    for (const event of revised) {
      const files = newFiles(
        event,
        events.filter(({ data }) => data['order_id'] === event.data['order_id']),
      )
      if (files.length === 0) continue
      isSeen = true
      const missing = files.filter((id) => !added.has(id))
      expect(ofRevised).equal(computedFrom(missing, { id: event.source }), [])
    }
    if (!isSeen) expect(ofRevised).notTested('no-revised-files')
  },
})
