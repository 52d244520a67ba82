// A proxy that answers in place of the service: it limits the rate, keeps Authorization to itself, or loses an early answer.
import t from 'tap'
import { causesIn, judgedBehind, type Before, type Sent } from './behind.ts'

const nginxPage = (status: number): Sent['response'] => ({
  status,
  headers: [
    ['Server', 'nginx'],
    ['Retry-After', '1'],
  ],
  body: new Uint8Array(Buffer.from(`<html><body><center><h1>${status}</h1></center><hr><center>nginx</center></body>`)),
})

t.test('a limit of the rate before the service ends the run soon, and is one cause', async (t) => {
  let calls = 0
  const limiting: Before = (_message, sent) =>
    (calls += 1) <= 60 || calls % 10 === 0 ? sent : { ...sent, response: nginxPage(503) }
  const judged = await judgedBehind(t, limiting, 'messages')
  t.match(judged.result, { exit_code: 2, reason: { code: 'not_the_service', message: /\(nginx\) answers 503/ } })
  t.ok(calls > 60 && calls <= 80, `${calls} calls`)
  t.match(causesIn(judged), [{ kind: 'not_the_service', key: 'nginx 503' }])
  t.equal(causesIn(judged).length, 1)
})

t.test('a proxy that keeps Authorization to itself is named by its Via', async (t) => {
  const refusal = { code: 'invalid_token', message: 'Send a token.', correlation_id: 'c1' }
  const judged = await judgedBehind(t, ({ url }, sent) => {
    if (!sent.response || !url.endsWith('/account')) return sent
    const headers: [string, string][] = [...sent.response.headers, ['Via', '1.1 edge-7 (squid/5.7)']]
    return { ...sent, response: { status: 401, headers, body: new Uint8Array(Buffer.from(JSON.stringify(refusal))) } }
  })
  t.match(judged.result, {
    exit_code: 2,
    reason: { code: 'token_not_accepted', message: /\(Via: 1\.1 edge-7 \(squid\/5\.7\)\).*passes Authorization on/ },
  })
})

t.test('an upload that a proxy answers with 502, as it lost the early answer, is one cause', async (t) => {
  const losing: Before = ({ body }, sent) =>
    (body?.length ?? 0) < 1024 * 1024 ? sent : { ...sent, response: nginxPage(502) }
  const judged = await judgedBehind(t, losing, 'documents.upload-limit-is-25-mb')
  t.equal(judged.result.outcome, 'complete', 'the target is not given up')
  t.match(causesIn(judged), [{ kind: 'not_the_service', key: 'nginx 502' }])
  t.equal(causesIn(judged).length, 1)
})
