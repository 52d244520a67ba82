// The thread of an order is listed once at every page size, oldest first.
import { rising } from '../../evidence/expected.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { instantKey } from '../../generate/instant-key.ts'
import { derived } from '../../evidence/seen.ts'
import { correspondence } from '../../scenarios/correspondence.ts'
import { comparePages, pagingRules } from '../../steps/compare-pages.ts'
import { itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'

const oldest = 'list.messages-oldest-first'

const sizes = [1]

export default check({
  id: 'list.messages-are-paged',
  verifies: [...pagingRules(sizes), oldest],
  needs: ['orders'],
  async run(context) {
    const { expect, shared } = context
    const { orderId, messages } = await shared(correspondence)
    const list = { operationId: 'listMessages', params: { order_id: orderId } } as const
    const { walks } = await comparePages(context, { list, sizes, key: 'id' })
    // The first was sent seconds before the others, whose order may be open if the target counts in seconds.
    const [first, ...rest] = messages.map(({ mark }) => mark)
    let isShown = false
    for (const { pages } of walks) {
      const times = itemsOf(pages).flatMap(({ created_at: time }) => (typeof time === 'string' ? [time] : []))
      const texts = itemsOf(pages).map(({ subject, body }) => `${String(subject)} ${String(body)}`)
      const placeOf = (mark: string | undefined) => texts.findIndex((text) => text.includes(String(mark)))
      // That a message is missing says nothing of the order of the others.
      const later = rest.filter((mark) => placeOf(mark) >= 0)
      const [areThere, areTimed] = [placeOf(first) >= 0 && later.length > 0, times.length > 1]
      isShown ||= areThere || areTimed
      if (areThere)
        expect(oldest).that(
          derived(texts, ...pages),
          () => later.every((mark) => placeOf(mark) > placeOf(first)),
          `${first} before ${later.join(', ')}`,
        )
      const ascends = times.every((time, index) => index === 0 || instantKey(times[index - 1]!) <= instantKey(time))
      if (areTimed) expect(oldest).that(derived(times, ...pages), () => ascends, rising)
    }
    if (!isShown) throw blocked('messages-without-order', ...walks.flatMap(({ pages }) => pages))
  },
})
