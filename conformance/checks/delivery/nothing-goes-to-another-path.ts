// No event comes to another path of our receiver than the one that was configured.
import { computedFrom } from '../../evidence/seen.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { receiverOf } from '../../steps/set-webhook.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rule = 'delivery.only-the-configured-endpoint-is-called'

/** That of an earlier run, to which a retry may still be due. */
const isFormer = (path: string): boolean => /^\/assay\/[0-9a-f]{8}\/?$/.test(path)

export default check({
  id: 'delivery.nothing-goes-to-another-path',
  verifies: [rule],
  needs: ['receiver', 'orders', 'sandbox'],
  phase: 'last',
  async run(context) {
    const { expect, shared } = context
    const { placed } = await shared(exampleSequence)
    const { inbox, strays } = receiverOf(context)
    const astray = strays.filter(({ path, eventId }) => eventId !== null && !isFormer(path))
    if (astray.length === 0 && inbox.all.length === 0) throw blocked('no-real-event', placed.answer)
    const paths = [...new Set(astray.map(({ path }) => path))]
    expect(rule).equal(computedFrom(paths, placed.answer), [])
  },
})
