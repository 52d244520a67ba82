// The documents of an order are listed once at every page size, newest first.
import { includes } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { correspondenceDocuments } from '../../scenarios/correspondence-lists.ts'
import { correspondence } from '../../scenarios/correspondence.ts'
import { compareNewestFirst } from '../../steps/compare-ages.ts'
import { comparePages, pagingRules } from '../../steps/compare-pages.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { agedItems, itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'

const newest = 'list.documents-newest-first'

const shows = 'documents.list-shows-the-orders-documents'

const sizes = [5]

export default check({
  id: 'list.documents-are-paged',
  verifies: [...pagingRules(sizes), newest, shows],
  needs: ['orders'],
  async run(context) {
    const { orderId, uploads, twins } = await context.shared(correspondence)
    const list = { operationId: 'listDocuments', params: { order_id: orderId } } as const
    const known = await context.shared(correspondenceDocuments)
    const { walks } = await comparePages(context, { list, sizes, key: 'id', known })
    const sent = [...Object.values(uploads).map(({ answer }) => answer), ...twins].filter(succeeded)
    const ids = sent.map((answer) => fieldAt(answer, '/id'))
    for (const { pages } of walks) {
      const documents = itemsOf(pages)
      compareNewestFirst(context, newest, agedItems(documents), ...pages)
      const listed = documents.map(({ id }) => id)
      // Two of them have one name.
      context
        .expect(shows)
        .that(computedFrom(listed, ...pages), () => ids.every((id) => listed.includes(id)), includes(ids))
    }
  },
})
