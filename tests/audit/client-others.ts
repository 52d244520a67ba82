// A lender's client in production, and with other credentials: of another lender, of one that may not amend, and of one that was revoked.
import { createClient, Stopped } from './client.ts'
import { purchase, refinance } from './orders.ts'
import { error, ok, start, type Scene } from './client-scene.ts'
import { reactivation, rests } from './client-orders.ts'

export const others = async (scene: Scene, order: string): Promise<void> => {
  const { recorder, clock, conduct, habits } = scene
  const production = start(scene, 'production')
  await production.start('production', 'len_bluestem')
  ok(await production.get('listOrders', '/orders'))
  if (conduct.crossesEnvironments) {
    const profile = scene.simulator.profile()
    await createClient({ recorder, clock, base: production.base, credential: profile.credentials.main, habits })
      .token()
      .catch(() => {})
  }
  const other = start(scene, 'other_lender', true)
  await other.start('sandbox', 'len_juniper')
  const own = ok(await other.create(refinance(clock.now(), scene.products), 'key-other'))
  await other.get('getOrder', `/orders/${conduct.crossesLenders ? order : conduct.address(own)}`)
  await rests(scene, other, own.id)
  await reactivation(scene, other, ok(await other.create(purchase(clock.now(), scene.products), 'key-other-2')).id)
  for (let times = 0; times < 6; times += 1) ok(await other.get('getAccount', '/account'))
  const limited = start(scene, 'no_amend')
  await limited.start('sandbox', 'len_thistle')
  const theirs = ok(await limited.create(refinance(clock.now(), scene.products), 'key-limited')).id
  await limited.patch(theirs, { lender_reference: 'LOAN-9' })
  if (conduct.askByMessage)
    ok(
      await limited.post('sendMessage', `/orders/${theirs}/messages`, {
        recipient: 'manager',
        subject: 'Reference',
        body: 'Please make it LOAN-9.',
        document_ids: [],
      }),
    )
  else await limited.patch(theirs, { lender_reference: 'LOAN-10' })
  const second = start(scene, 'main_second')
  recorder.plan('GET /account', { change: (account) => ({ ...account, environment: 'production' }) })
  if (await second.start('sandbox', 'len_bluestem'))
    await second.create(refinance(clock.now(), scene.products), 'key-second')
  recorder.plan('GET /orders', { status: 401, body: error('client_revoked') })
  await stops(() => second.get('listOrders', '/orders'))
  await stops(() => start(scene, 'revoked').token())
}

const stops = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (thrown) {
    if (!(thrown instanceof Stopped)) throw thrown
  }
}
