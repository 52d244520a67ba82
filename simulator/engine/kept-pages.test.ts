// A page of a list is answered again as it is only while nothing that it is made of is another.
import t, { type Test } from 'tap'
import { minimal } from '../../tests/simulator/samples.ts'
import { loadContract } from '../contract/contract.ts'
import { startSimulator, type StartedSimulator } from '../start/start-simulator.ts'
import { createKeptPages } from './kept-pages.ts'

const retentionDays = loadContract().limits.event_retention_days

t.test('a page is made again for another name, another input and another time, and for nothing else', async (t) => {
  const { page } = createKeptPages()
  const labels = {}
  const asked = { name: 'a', madeOf: [1, labels] as unknown[], at: 10 }
  let made = 0
  const ask = (more: Partial<typeof asked> = {}) => {
    const { name, madeOf, at } = { ...asked, ...more }
    return page(name, madeOf, at, () => ({ answer: { status: (made += 1) }, until: 20 })).status
  }
  const again = (what: string, more: Partial<typeof asked>) => {
    const before = ask()
    t.not(ask(more), before, what)
  }
  t.equal(ask(), ask(), 'the same')
  t.equal(ask({ at: 20 }), ask(), 'at the last instant')
  again('a row', { madeOf: [2, labels] })
  again('a wording', { madeOf: [1, {}] })
  again('an input more', { madeOf: [1, labels, undefined] })
  again('a row has left', { at: 21 })
  again('time has gone back', { at: 9 })
  again('another page', { name: 'b' })
  const kept = ask()
  for (let n = 0; n < 1_000; n += 1) ask({ name: `other ${n}` })
  t.not(ask(), kept, 'there is an end to what is kept')
  const long = () =>
    page('long', [], 0, () => ({ answer: { status: (made += 1), bytes: Buffer.alloc(200_000) }, until: 0 }))
  t.not(long().status, long().status, 'a long page is not kept')
})

type Lender = { get(path: string): Promise<string>; place(): Promise<void> }

const lenderOf = async (
  { clock, profile, sandboxUrl }: StartedSimulator,
  role: 'main' | 'other_lender',
): Promise<Lender> => {
  const { client_id, client_secret } = profile().credentials[role]!
  const fields = { grant_type: 'client_credentials', client_id, client_secret }
  const granted = await fetch(`${sandboxUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  const { access_token } = (await granted.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  return {
    get: async (path) => (await fetch(sandboxUrl + path, { headers })).text(),
    async place() {
      const body = JSON.stringify(minimal(clock.now()))
      const reply = await fetch(`${sandboxUrl}/orders`, { method: 'POST', headers, body })
      if (reply.status !== 201) throw new Error(`POST /orders: ${reply.status} ${await reply.text()}`)
    },
  }
}

const started = async (t: Test): Promise<StartedSimulator> => {
  const simulator = await startSimulator({ clock: { mode: 'manual' } })
  t.teardown(() => simulator.close())
  return simulator
}

const idsIn = (text: string): string[] => (JSON.parse(text) as { data: { id: string }[] }).data.map(({ id }) => id)

t.test('each lender and each query has pages of its own', async (t) => {
  const simulator = await started(t)
  const [main, other] = await Promise.all((['main', 'other_lender'] as const).map((role) => lenderOf(simulator, role)))
  for (let n = 0; n < 3; n += 1) await main!.place()
  for (const path of ['/orders', '/events']) {
    const all = idsIn(await main!.get(path))
    t.equal(all.length, 3)
    t.strictSame(idsIn(await other!.get(path)), [], 'another lender')
    t.strictSame(idsIn(await main!.get(`${path}?per_page=2`)), all.slice(0, 2), 'another query')
    t.strictSame(idsIn(await main!.get(path)), all, 'the first, again')
  }
})

t.test('an event leaves the page that it was shown on in time, and another order shows on its page', async (t) => {
  const simulator = await started(t)
  const before = await lenderOf(simulator, 'main')
  await before.place()
  const [id] = idsIn(await before.get('/events'))
  await simulator.advance(retentionDays * 86_400)
  const lender = await lenderOf(simulator, 'main')
  t.strictSame(idsIn(await lender.get('/events')), [id], 'on its last day')
  await simulator.advance(1)
  t.strictSame(idsIn(await lender.get('/events')), [], 'a second later')
  const orders = idsIn(await lender.get('/orders'))
  await lender.place()
  t.equal(idsIn(await lender.get('/orders')).length, orders.length + 1)
  t.equal(idsIn(await lender.get('/events')).length, 1)
})
