// A real proxy before the simulator that answers in its place: it limits the rate, or gives up a service that takes its time.
// Silent for up to 120 s.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { areaOf } from '../../conformance/run/select-checks.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { causesIn } from '../behind.ts'
import { judge, type JudgedRun } from '../judge-target.ts'
import { happens } from '../wait-for.ts'

type Limits = {
  /** How long the service may take. */
  mostMs?: number
  /** Whether one more call may pass. */
  isLet?: () => boolean
}

/** @param asked - a check or an area */
const judgedThrough = async (t: Test, { mostMs, isLet }: Limits, asked: string): Promise<JudgedRun> => {
  const simulator = await createSimulator()
  const { sandbox_base_url: sandbox, production_base_url: production, ...profile } = simulator.profile()
  const proxy = createServer((call, answer) => {
    const refuse = (title: string): void => {
      const page = `<html><body><center><h1>${title}</h1></center><hr><center>nginx</center></body></html>`
      answer.writeHead(Number.parseInt(title, 10), { server: 'nginx', 'retry-after': '1' }).end(page)
    }
    if (isLet?.() === false) return refuse('503 Service Temporarily Unavailable')
    const { method, headers, url } = call
    const onward = request({ host: '127.0.0.1', port: new URL(sandbox).port, method, headers, path: url, agent: false })
    onward.on('response', (given) => given.pipe(answer.writeHead(given.statusCode!, given.headers)))
    onward.on('error', () => refuse('502 Bad Gateway'))
    if (mostMs !== undefined)
      onward.setTimeout(mostMs, () => {
        onward.removeAllListeners('error').on('error', () => undefined)
        onward.destroy()
        refuse('504 Gateway Time-out')
      })
    call.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await happens(proxy, 'listening')
  t.teardown(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await simulator.close()
  })
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const through = (url: string): string => `${origin}${new URL(url).pathname}`
  const checks = (await loadChecks()).filter((check) => check.id === asked || areaOf(check) === asked)
  const target = { ...profile, sandbox_base_url: through(sandbox), production_base_url: through(production) }
  return judge(target, { checks, options: { rerun: false } })
}

t.test('a proxy that gives the service up before a slow receiver answers is one cause', async (t) => {
  const judged = await judgedThrough(t, { mostMs: 2_000 }, 'webhooks.test-shows-its-delivery')
  t.strictSame(
    causesIn(judged).map(({ kind, key }) => `${kind} ${key}`),
    ['not_the_service nginx 504'],
  )
  t.match(judged.result, { outcome: 'complete', exit_code: 1 })
})

t.test('a proxy that lets one call a second through ends the run soon, and is one cause', async (t) => {
  let passed = 0
  let calls = 0
  const begin = performance.now()
  const isLet = (): boolean => {
    calls += 1
    const isFree = passed < 10 + (performance.now() - begin) / 1_000
    if (isFree) passed += 1
    return isFree
  }
  const judged = await judgedThrough(t, { isLet }, 'messages')
  t.match(judged.result, { exit_code: 2, reason: { code: 'not_the_service', message: /\(nginx\) answers 503/ } })
  t.strictSame(
    causesIn(judged).map(({ kind, key }) => `${kind} ${key}`),
    ['not_the_service nginx 503'],
  )
  t.ok(calls < 120, `${calls} calls`)
})
