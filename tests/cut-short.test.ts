// A target that dies or falls silent in the middle of a run: the run ends soon, and what was judged is reported.
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import { check } from '../conformance/kit/check.ts'
import type { Check } from '../conformance/kit/check.ts'
import type { Session } from '../conformance/engine/session.ts'
import { judge } from './judge-target.ts'

const answers: Record<string, unknown> = {
  '/v1/ping': { status: 'ok', time: '2026-01-01T00:00:00Z' },
  '/v1/oauth/token': { access_token: 'a-token-of-ours', token_type: 'Bearer', expires_in: 3600, scope: 'lender' },
  '/v1/account': { client_id: 'cli_x', environment: 'sandbox', lender: { id: 'len_1' }, company: { id: 'cmp_1' } },
}

/** A small service, and what it does from some moment on in place of answering. */
const service = async (t: Test) => {
  let instead: RequestListener | null = null
  const server = createServer((request, response) => {
    if (instead) return instead(request, response)
    const known = answers[(request.url ?? '').split('?')[0]!]
    const body = known === answers['/v1/ping'] ? { status: 'ok', time: new Date().toISOString() } : known
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  t.teardown(stop)
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { base, stop, from: (listener: RequestListener) => void (instead = listener) }
}

// Of the last three no invariant speaks.
const rules = [
  'account.answers-200',
  'auth.new-token-leaves-the-old-one-valid',
  'auth.two-credentials-work-side-by-side',
  'auth.revoking-one-credential-leaves-the-other',
] as const

/** How often a check calls. */
const reads = 20

const reading = (id: string, rule: string, before: () => void = () => undefined): Check =>
  check({
    id,
    verifies: [rule],
    needs: [],
    async run({ client, expect }) {
      before()
      for (let read = 0; read < reads; read += 1) expect(rule).status(await client.call('getAccount'), 200)
    },
  })

const ways: Record<string, (target: Awaited<ReturnType<typeof service>>) => void> = {
  dies: ({ stop }) => stop(),
  hangs: ({ from }) => from(() => undefined),
  'cuts every connection': ({ from }) => from((request) => request.socket.destroy()),
  'is gone behind its proxy': ({ from }) => from((_request, response) => response.writeHead(502).end('Bad Gateway')),
}

// They wait for most of their time.
t.jobs = 4

for (const [what, act] of Object.entries(ways)) {
  t.test(`a target that ${what} in the middle ends the run soon`, { buffered: true }, async (t) => {
    const target = await service(t)
    const checks = [
      reading('account.first', rules[0]),
      reading('account.second', rules[1], () => {
        sentBefore = sent()
        act(target)
      }),
      // Whatever was under way may be cut once without a meaning.
      reading('account.third', rules[2]),
      reading('account.fourth', rules[3], () => t.fail('a check was begun after the end')),
    ]
    let sentBefore = 0
    const sent = (): number => session!.pacing.spent.requests
    let session: Session | undefined
    const { result, events, requests } = await judge(
      { sandbox_base_url: target.base },
      { checks, onSession: (one) => void (session = one), ...(what === 'hangs' && { timeoutMs: 1_000 }) },
    )
    t.match(result, { outcome: 'interrupted', exit_code: 2, reason: { code: 'target_lost' } })
    t.match(
      result.reason?.message,
      /^The target no longer answers, not even a ping .*; what was judged until then is reported\./,
    )
    const verdict = (rule: string) =>
      events.find((event) => event.type === 'rule-judged' && event.rule === rule) as {
        verdict: string
        reason_code?: string
      }
    t.equal(verdict(rules[0]).verdict, 'pass', 'the first check keeps its verdict')
    t.match(verdict(rules[3]), { verdict: 'not-tested', reason_code: 'target-lost-before' })
    const after = requests - sentBefore
    t.ok(after > 0 && after < reads, `${after} requests after it, fewer than one more check would send`)
  })
}

t.test('a check that was made to be cut off does not end the run', async (t) => {
  const target = await service(t)
  let cut = 0
  const odd = check({
    id: 'account.first',
    verifies: [rules[0]],
    needs: [],
    async run({ client, expect }) {
      target.from((request, response) => {
        if (request.url === '/v1/account') return void request.socket.destroy()
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}')
      })
      for (let call = 0; call < 3; call += 1) await client.call('getAccount').catch(() => void (cut += 1))
      expect(rules[0]).status(await client.call('ping', { token: null }), 200)
    },
  })
  const { result } = await judge(
    { sandbox_base_url: target.base },
    {
      checks: [odd],
      options: { rerun: false },
    },
  )
  t.equal(cut, 3)
  t.match(result, { outcome: 'complete', reason: null })
})
