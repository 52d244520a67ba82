// A target whose account others use as well, and whose company answers, holds and delivers whenever it likes.
import t from 'tap'
import { expectNoBlame, judgeBusy, type Busy } from './busy-target.ts'

type Fields = Record<string, unknown>

const jsonIn = (body: Buffer): Fields => JSON.parse(body.toString()) as Fields

t.test('an event that is delivered before the feed shows it is in the feed all the same', async (t) => {
  let reads = 0
  const busy: Busy = {
    // While the check itself reads the feed, its newest event is still missing once.
    after({ name, query }, { body }) {
      if (name !== 'GET /events' || !query.has('order_id')) return undefined
      const { data, ...page } = body as { data: Fields[] }
      const isWhole = data.filter(({ type }) => type === 'order.completed').length === 2
      return isWhole && (reads += 1) === 2 ? { ...page, data: data.slice(0, -1) } : undefined
    },
  }
  const judged = await judgeBusy(t, busy, 'feed.record-matches-its-delivery')
  t.ok(reads > 2)
  expectNoBlame(t, judged, 'feed.record-matches-its-delivery', 'feed.holds-every-event')
})

t.test('an answer of the company that quotes a message is not the message', async (t) => {
  const busy: Busy = {
    async after({ name, order, body }, _reply, company) {
      if (!/^POST \/orders\/[^/]+\/messages$/.test(name)) return
      const { subject, body: text } = jsonIn(body)
      const answer = { from: 'manager', subject: `Re: ${String(subject)}`, body: `Yes.\n> ${String(text)}` }
      await company('POST', `/orders/${order}/messages`, answer)
    },
  }
  const rule = 'events.message-posted-is-not-raised-by-the-lender'
  const rules = [rule, 'messages.thread-holds-what-the-lender-sent']
  expectNoBlame(t, await judgeBusy(t, busy, 'messages.sent-message-is-in-the-thread'), ...rules)
})

t.test('a hold of the company that is subscribed to again is delivered, and rightly', async (t) => {
  const placed: string[] = []
  let isWaiting = false
  let held = 0
  const busy: Busy = {
    async after({ name, body }, { status, body: answer }, company) {
      if (name === 'POST /orders' && status < 300) placed.push((answer as { id: string }).id)
      if (name.endsWith('/hold')) isWaiting = true
      if (!isWaiting || name !== 'PUT /webhook') return
      const { events, enabled } = jsonIn(body)
      if (enabled !== true || !(events as string[]).includes('*')) return
      await company('POST', `/clock/advance`, { seconds: 3_600 })
      for (const order of placed)
        await company('POST', `/orders/${order}/hold`, { reason: 'The company waits for the invoice.' }).then(
          () => (held += 1),
          () => 'it is not open',
        )
    },
  }
  const rules = ['delivery.unsubscribed-event-is-not-delivered', 'feed.unsubscribed-event-has-that-status']
  expectNoBlame(t, await judgeBusy(t, busy, 'delivery.unsubscribed-event-is-not-delivered'), ...rules)
  t.ok(held > 0, `${held} of ${placed.length} orders`)
})

t.test('a report format that was added to the two of today is one', async (t) => {
  const busy: Busy = {
    // What is delivered does not pass the proxy, and would have the former format.
    options: { readings: { 'webhooks.private-addresses': 'refused' } },
    after: (_call, { body }) =>
      JSON.parse(JSON.stringify(body ?? null).replaceAll('"uad_2_6"', '"uad_4_0"')) as unknown,
  }
  expectNoBlame(
    t,
    await judgeBusy(t, busy, 'events.delivery-raises-order-completed'),
    'events.completed-has-report-format',
  )
})

t.test('what comes back in a window that slides may hide one endpoint each time', async (t) => {
  const last = new Map<string | null, number>()
  const busy: Busy = {
    answer({ name, client }, { status, body, headers }, response) {
      const left = 'x-ratelimit-remaining'
      const shown = name === 'GET /events' ? (last.get(client) ?? 0) : Number(headers[left])
      last.set(client, shown)
      const { 'content-length': _length, 'transfer-encoding': _encoding, ...others } = headers
      const reset = String(Math.ceil(Date.now() / 1000) + 60)
      response.writeHead(status, { ...others, [left]: String(shown), 'x-ratelimit-reset': reset })
      response.end(JSON.stringify(body))
      return true
    },
  }
  const rules = ['limits.remaining-header-is-what-is-left', 'limits.rate-spans-all-endpoints']
  expectNoBlame(t, await judgeBusy(t, busy, 'limits.remaining-falls-with-every-endpoint'), ...rules)
})
