// Either each file of a delivery raises `order.document_added`, or none does: the contract says both.
import { derived } from '../../run/seen.ts'
import { arrivedAt, exampleSequence } from '../../steps/example-sequence.ts'
import { entriesAt } from '../../steps/read.ts'
import { check } from '../check.ts'

const perFile = 'sandbox.advance-to-complete-raises-document-added-per-file'

export default check({
  id: 'events.delivered-files-raise-document-added',
  verifies: [perFile],
  needs: ['orders', 'sandbox'],
  async run({ shared, expect, observe }) {
    const sequence = await shared(exampleSequence)
    const { order } = arrivedAt(sequence, 'report_complete')
    const completed = sequence.events.find(({ type, data }) => type === 'order.completed' && data['revision'] !== true)
    const listed = (completed?.data['documents'] ?? entriesAt(order, '/documents')) as { id?: unknown }[]
    const delivered = listed.map(({ id }) => id)
    const added = sequence.events
      .filter(({ type }) => type === 'order.document_added')
      .map(({ data }) => (data['document'] as { id?: unknown } | undefined)?.id)
    const missing = delivered.filter((id) => !added.includes(id))
    const none = missing.length === delivered.length
    observe('events.first-delivery-document-added', none ? 'later-files-only' : 'per-file', order)
    expect(perFile).equal(derived(none ? [] : missing, order), [])
  },
})
