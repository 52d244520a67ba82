// What the sandbox does with an order, production does as well: keys, amendments, files and links, holds, events and filters.
import { limits } from '../../contract/limits.ts'
import { includes, not } from '../../evidence/expected.ts'
import { headerOf } from '../../evidence/exchange.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { knowsField } from '../../scenarios/amendments.ts'
import { productionOrder, raisedBy } from '../../scenarios/production-order.ts'
import { amendableFields } from '../../steps/amendable-fields.ts'
import { fetchLink, shownFile } from '../../steps/documents.ts'
import { findEvent, recordsOf } from '../../steps/events-of.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { baseUrl } from '../../sut/addresses.ts'
import { leadsToOrder } from '../../steps/leads-to-order.ts'
import { check } from '../../kit/check.ts'

const rules = {
  created: 'create.answers-201',
  location: 'create.location-is-the-orders-url',
  replay: 'idempotency.replay-returns-the-original-order',
  amended: 'amend.lender-reference-can-change',
  link: 'downloads.link-delivers-the-file',
  dies: 'downloads.link-dies-at-expiry',
  filters: 'list.filters-together-list-what-fits-both',
  reason: 'events.on-hold-reason-is-the-one-given',
}

const raises = {
  created: 'events.created-is-raised-by-a-create',
  held: 'actions.hold-raises-order-on-hold',
  resumed: 'actions.resume-raises-order-resumed',
  cancelled: 'actions.cancel-raises-order-cancelled',
} as const

const aMinute = 60

export default check({
  id: 'transport.production-works-as-the-sandbox',
  verifies: [...Object.values(rules), ...Object.values(raises)],
  needs: ['orders', 'control', 'role:production'],
  async run(context) {
    const { control, expect, profile, shared } = context
    const walk = await shared(productionOrder)
    const { id, created, read, listed, events } = walk
    expect(rules.created).status(created, 201)
    const location = headerOf(created.response.headers, 'location') ?? ''
    const base = baseUrl(profile, 'production')
    const other = profile.sandbox_base_url ?? base
    expect(rules.location).that(
      computedFrom(location, created),
      (given) => leadsToOrder(String(given), { id, url: created.request.url, base, other }),
      `${base}/orders/${id}`,
    )
    expect(rules.replay).equal(computedFrom(fieldAt(walk.replayed, '/id'), created, walk.replayed), id)
    const reference = amendableFields.find(({ pointer }) => pointer === '/lender_reference')!
    if (succeeded(walk.amended) && (await knowsField(context, reference)))
      expect(rules.amended).equal(seen(read, '/lender_reference'), walk.reference)
    else expect(rules.amended).notTested('amendment-not-shown')
    expect(rules.link).equal(shownFile(walk.fetched, walk.file), 'the file')
    const ids = entriesAt(listed, '/data').map((item) => item['id'])
    expect(rules.filters).that(computedFrom(ids, listed, read), () => ids.includes(id), includes(id))

    const records = recordsOf(events)
    const types = records.map(({ type }) => type)
    for (const [name, rule] of Object.entries(raises) as [keyof typeof raises, string][]) {
      const type = raisedBy[name]
      if (succeeded(walk[name]))
        expect(rule).that(computedFrom(types, ...events, walk[name]), () => types.includes(type), includes(type))
      else expect(rule).notTested('nothing-to-look-for')
    }
    const hold = findEvent(records, { type: raisedBy.held })
    if (!hold) expect(rules.reason).notTested('nothing-to-look-for')
    else expect(rules.reason).equal(computedFrom(hold.data['reason'], ...events, walk.held), walk.reason)

    await control!.advanceClock(limits().download_link_lifetime_seconds + aMinute)
    const late = await fetchLink(context, walk.link)
    expect(rules.dies).status(late, '4xx')
    expect(rules.dies).that(shownFile(late, walk.file), (shown) => shown !== 'the file', not('the file'))
  },
})
