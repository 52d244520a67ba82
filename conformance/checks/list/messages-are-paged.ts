// The thread of an order is listed once at every page size, oldest first.
import { rising } from '../../evidence/expected.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { instantKey } from '../../generate/instant-key.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { correspondenceMessages } from '../../scenarios/correspondence-lists.ts'
import { correspondence } from '../../scenarios/correspondence.ts'
import { comparePages, pagingRules } from '../../steps/compare-pages.ts'
import { passTime } from '../../steps/pass-time.ts'
import { getPage, itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'

const oldest = 'list.messages-oldest-first'

const sizes = [1]

export default check({
  id: 'list.messages-are-paged',
  verifies: [...pagingRules(sizes), oldest],
  needs: ['orders'],
  async run(context) {
    const { client, expect, marker, shared } = context
    const { orderId, messages } = await shared(correspondence)
    const list = { operationId: 'listMessages', params: { order_id: orderId } } as const
    const known = await context.shared(correspondenceMessages)
    const { walks } = await comparePages(context, { list, sizes, key: 'id', known })
    // A later page may run the other way: the third message of the thread stands on it, and one that was sent long after it.
    await passTime(context, 2)
    const json = { recipient: 'manager', subject: `Access ${marker()}`, body: 'The gate is open.', document_ids: [] }
    await client.call('sendMessage', { params: list.params, json })
    const later = { size: 2, pages: [await getPage(context, list, { page: 2, per_page: 2 })] }
    // The first was sent seconds before the others, whose order may be open if the target counts in seconds.
    const [first, ...rest] = messages.map(({ mark }) => mark)
    let isShown = false
    for (const { pages } of [...walks, later]) {
      const times = itemsOf(pages).flatMap(({ created_at: time }) => (typeof time === 'string' ? [time] : []))
      // What the company writes may repeat a subject.
      const texts = itemsOf(pages).map(({ recipient, subject, body }) =>
        recipient === 'lender' ? '' : `${String(subject)} ${String(body)}`,
      )
      const placeOf = (mark: string | undefined) => texts.findIndex((text) => text.includes(String(mark)))
      // That a message is missing says nothing of the order of the others.
      const others = rest.filter((mark) => placeOf(mark) >= 0)
      const [areThere, areTimed] = [placeOf(first) >= 0 && others.length > 0, times.length > 1]
      isShown ||= areThere || areTimed
      if (areThere)
        expect(oldest).that(
          computedFrom(texts, ...pages),
          () => others.every((mark) => placeOf(mark) > placeOf(first)),
          `${first} before ${others.join(', ')}`,
        )
      const ascends = times.every((time, index) => index === 0 || instantKey(times[index - 1]!) <= instantKey(time))
      if (areTimed) expect(oldest).that(computedFrom(times, ...pages), () => ascends, rising)
    }
    if (!isShown) throw blocked('messages-without-order', ...walks.flatMap(({ pages }) => pages))
  },
})
