// What a reader had read halfway through the run is still what stands there in the end, each event once, with nothing slipped in between.
import { isDeepStrictEqual } from 'node:util'
import { rising } from '../../evidence/expected.ts'
import { halfway, runEvents } from '../../scenarios/run-events.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const passed = 'feed.reading-forward-skips-nothing'
const walk = 'feed.next-cursor-continues-the-walk'
const order = ['feed.stands-in-id-order', 'feed.ids-sort-in-raised-order']
const times = 'feed.created-at-ascending'

const rises = (values: readonly (string | number)[]): boolean =>
  values.every((value, index) => index === 0 || values[index - 1]! <= value)

export default check({
  id: 'feed.forward-reader-misses-nothing',
  verifies: [passed, walk, ...order, times],
  needs: ['orders', 'sandbox'],
  phase: 'last',
  async run({ expect, shared }) {
    const before = await shared(halfway)
    const after = await shared(runEvents)
    if (after.events.length < 2) throw blocked('too-few-events', ...after.pages)
    const read = before.events.map(({ id }) => id)
    const cursor = read.at(-1) ?? ''
    const now = after.events.map(({ id }) => id)
    const since = now.filter((id) => id > before.after)
    const still = since.slice(0, read.length)
    // Right after the first look there is nothing yet to read on to.
    const isReadOn = read.length > 0 && since.length > read.length
    if (isReadOn || !isDeepStrictEqual(still, read))
      expect(passed).equal(computedFrom(still, ...before.pages, ...after.pages), read)
    else expect(passed).notTested('no-event-since')
    // Pages as large as these show more of a cursor than those of one order do.
    const twice = now.filter((id, index) => id === now[index - 1])
    expect(walk).equal(computedFrom(twice, ...after.pages), [])
    const late = since.slice(read.length).filter((id) => id <= cursor)
    expect(isReadOn ? [passed, ...order] : order).equal(computedFrom(late, ...after.pages), [])
    expect(order).that(computedFrom(now, ...after.pages), () => now.length > 1 && rises(now), rising)
    const at = after.events.map(({ createdAt }) => Date.parse(createdAt))
    expect(times).that(
      computedFrom(
        after.events.map(({ createdAt }) => createdAt),
        ...after.pages,
      ),
      () => rises(at),
      rising,
    )
  },
})
