// Every check without a control port, as against any deployment: with one credential, and in production. Four minutes, mostly waits:
// test files start in the order of their names, and this one has a name that lets the others run beside it.
// Silent for up to 300 s.
import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { root } from '../places.ts'
import { sampled } from '../sampled.ts'
import { alone, companyOf, expectConforming, judgeSmall, verdictsIn, type Small } from '../small-profiles.ts'

const listening: Small['profile'] = (profile) => ({
  ...alone('production')(profile),
  webhook: { listen: '127.0.0.1:0' },
})

const small: Record<string, Small> = {
  'main alone': { profile: alone() },
  'production alone': { profile: listening },
  'production alone, where orders may be placed': { profile: listening, allowOrders: true },
}

// They wait more than they work; but a receiver that is held up by others answers too late.
t.jobs = 2

for (const [name, given] of sampled(Object.entries(small), 1))
  t.test(name, { buffered: true }, async (t) =>
    expectConforming(t, await judgeSmall({ ...given, withoutControl: true })),
  )

t.test(
  'the least that a job of examples/ci has judges as much as the example asks for',
  { buffered: true },
  async (t) => {
    const judged = await judgeSmall({
      profile: (profile) => ({ ...alone()(profile), webhook: { public_url: 'https://127.0.0.1:9' } }),
      world: (world) => void (companyOf(world).catalog = companyOf(world).catalog.slice(0, 1)),
      withoutControl: true,
    })
    expectConforming(t, judged)
    const applying = [...verdictsIn(judged).values()].filter(({ verdict }) => verdict !== 'not-applicable')
    const passed = applying.filter(({ verdict }) => verdict === 'pass')
    const share = (100 * passed.length) / applying.length
    t.comment(`${share.toFixed(1)} % of the rules that apply`)
    const asked = readdirSync(`${root}examples/ci`).flatMap((file) => {
      const [, figure] = /require:? (\d+)%/.exec(readFileSync(`${root}examples/ci/${file}`, 'utf8')) ?? []
      return figure === undefined ? [] : [{ file, figure: Number(figure) }]
    })
    t.ok(asked.length > 0)
    for (const { file, figure } of asked) t.ok(figure <= share, `${file}: ${figure} %`)
  },
)
