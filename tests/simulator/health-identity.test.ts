// `assay health` says which simulator answers, and whether it is the expected one: another may have the port.
import t from 'tap'
import { runAssay, startAssay } from '../run-assay.ts'

const start = async (...args: string[]) => {
  const started = startAssay(['simulate', '--port', '0', '--control-port', '0', '--log-level', 'silent', ...args])
  await started.until(/"ready":true.*\n/)
  const [, url = ''] = /"sandbox_base_url":"([^"]+)"/.exec(started.text()) ?? []
  const [, controlUrl = ''] = /"control_url":"([^"]+)"/.exec(started.text()) ?? []
  return { ...started, url, controlUrl, pid: started.child.pid! }
}

t.test('who answers, since when and with which options, no secret among them', async (t) => {
  const one = await start('--control-token', 'a-secret-of-sixteen', '--vary', '7')
  const { code, out } = await runAssay(['health', one.url])
  t.equal(code, 0)
  t.match(out, new RegExp(`^healthy: \\S+/ping \\(pid ${one.pid}, started \\d{4}-\\S+Z, --port 0 .*--vary 7\\)\\n$`))
  t.match(out, '--control-token ??? ')
  t.notMatch(out, 'a-secret-of-sixteen')

  const expected = await runAssay(['health', one.url, '--pid', String(one.pid)])
  t.equal(expected.code, 0)
  const starter = await runAssay(['health', one.url, '--pid', String(process.pid)])
  t.equal(starter.code, 0, 'what started it is as good')
  const other = await runAssay(['health', one.url, '--pid', '999999999'])
  t.equal(other.code, 1)
  t.match(
    other.err,
    `must be answered by process 999999999 or one that it started, but another simulator answers (pid ${one.pid},`,
  )
  t.equal((await runAssay(['health', one.url, '--pid', 'x'])).code, 3)
  const atControl = await runAssay(['health', '--control-url', one.controlUrl, '--pid', String(one.pid)])
  t.match(atControl, { code: 0, out: new RegExp(`^healthy: \\S+/livez \\(pid ${one.pid}, started `) })
  one.child.kill()
  await one.ended
})
