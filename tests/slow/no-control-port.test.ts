// Every check without a control port, as against any deployment: with one credential, with all of them, in production.
import t from 'tap'
import { alone, companyOf, expectConforming, judgeSmall, type Small } from '../small-profiles.ts'

const listening: Small['profile'] = (profile) => ({
  ...alone('production')(profile),
  webhook: { listen: '127.0.0.1:0' },
})

const small: Record<string, Small> = {
  'main alone': { profile: alone() },
  'every role': {},
  'main alone, one product, and a receiver that cannot be reached': {
    profile: (profile) => ({ ...alone()(profile), webhook: { public_url: 'https://127.0.0.1:9' } }),
    world: (world) => void (companyOf(world).catalog = companyOf(world).catalog.slice(0, 1)),
  },
  'production alone': { profile: listening },
  'production alone, where orders may be placed': { profile: listening, allowOrders: true },
}

// They wait more than they work.
t.jobs = 5

for (const [name, given] of Object.entries(small))
  t.test(name, { buffered: true }, async (t) =>
    expectConforming(t, await judgeSmall({ ...given, withoutControl: true })),
  )
