// A target that delivers without end, much at once, and things that are no deliveries: the run ends with its report, in bounded memory.
// Silent for up to 300 s.
import { Agent, request } from 'node:https'
import t from 'tap'
import { runAgainst } from '../hostile-run.ts'

type Flood = { body: (n: number) => string; headers: (n: number) => Record<string, string>; atOnce: number }

const eventOf = (n: number, more: string): string =>
  JSON.stringify({
    id: `evt_flood${n}`,
    type: 'order.created',
    created_at: new Date().toISOString(),
    data: { order_id: `ord_${n}`, more },
  })

const mostSent = 60_000

const signed = (n: number) => ({
  'x-service-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'ab'.repeat(32)}`,
  'x-service-event-id': `evt_flood${n}`,
})

const floods: Record<string, Flood> = {
  'events of 200 bytes': { body: (n) => eventOf(n, ''), headers: signed, atOnce: 20 },
  'events of 900 KB': { body: (n) => eventOf(n, 'x'.repeat(900_000)), headers: signed, atOnce: 8 },
  'a list of numbers': { body: () => `[${'1,'.repeat(400_000)}1]`, headers: signed, atOnce: 4 },
}

for (const [name, { body, headers, atOnce }] of Object.entries(floods))
  t.test(name, async (t) => {
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce, rejectUnauthorized: false })
    const state = { isOver: false, sent: 0, begun: false }
    const deliver = (url: string): Promise<void> =>
      new Promise((resolve) => {
        const n = (state.sent += 1)
        const call = request(
          url,
          { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers(n) } },
          (answer) => answer.resume().on('close', resolve),
        )
        call.on('error', () => resolve()).end(body(n))
      })
    const flood = async (url: string): Promise<void> => {
      while (!state.isOver && state.sent < mostSent) {
        const before = performance.now()
        await deliver(url)
        if (performance.now() - before < 1) await new Promise((resolve) => setTimeout(resolve, 1))
      }
    }
    const run = await runAgainst(
      t,
      {
        before: ({ name: called, body: given }) => {
          if (called !== 'PUT /webhook' || state.begun) return
          const { url } = JSON.parse(given.toString()) as { url?: string }
          if (url === undefined || !url.startsWith('https://127.')) return
          state.begun = true
          for (let n = 0; n < atOnce; n += 1) void flood(url)
        },
      },
      ['--area', 'webhooks', '--area', 'delivery', '--no-rerun', '--timeout', '5', '--max-minutes', '1'],
    )
    state.isOver = true
    agent.destroy()
    t.comment(
      `${state.sent} deliveries, ${Math.round(run.peakMb)} MB, ${(run.reportBytes / 1e6).toFixed(1)} MB of reports, exit ${run.code}`,
    )
    t.ok(state.begun && state.sent > 100, 'it delivered')
    t.ok(run.peakMb < 512, `${Math.round(run.peakMb)} MB`)
    t.ok(run.reportBytes < 50_000_000, `${run.reportBytes} bytes`)
    t.notMatch(run.output, /suite_failed|assay itself failed|reporter_failed|\n +at /)
    t.equal(run.report?.exit_code, run.code, 'its report is there')
  })
