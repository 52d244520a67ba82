// The webhook receiver of a script: for which targets it needs a public address, and what it writes of a delivery.
import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import t from 'tap'
import { listenerLines } from './listener-lines.ts'

const stop = 'stop() { printf "%s\\n" "$2"; exit "$1"; }'

const lines = listenerLines('a-secret', 'BASE')

const run = (base: string, own: readonly string[]) => {
  const { ASSAY_WEBHOOK_URL: _url, ASSAY_WEBHOOK_LISTEN: _listen, ...env } = process.env
  return spawnSync('sh', ['-c', [stop, ...own].join('\n')], { env: { ...env, BASE: base }, encoding: 'utf8' })
}

t.test('a target on this machine needs no public address, however its host is written', async (t) => {
  const before = lines.slice(
    1,
    lines.findIndex((line) => line.startsWith('FOLDER=')),
  )
  const near = [
    'localhost',
    'localhost:8080',
    'LocalHost',
    'api.localhost',
    '127.0.0.1:9',
    '127.1',
    '0.0.0.0:80',
    '[::]:80',
    '[::1]',
  ]
  for (const host of [...near, hostname(), `${hostname()}:8443`])
    for (const end of ['', '/', '/sandbox/v1']) {
      const { status, stdout } = run(`http://${host}${end}`, before)
      t.equal(status, 0, `${host}${end} ${stdout}`)
    }
  for (const host of [
    'api.lender.example',
    'localhost.example.com',
    '127.example.com',
    '10.0.0.1',
    '[2001:db8::1]:80',
  ]) {
    const { status, stdout } = run(`https://${host}/at/localhost`, before)
    t.equal(status, 3, host)
    t.match(stdout, /^missing_variable: ASSAY_WEBHOOK_URL must be set /)
  }
})

t.test('a delivery of an order that says it is a test is heard as one of the order', async (t) => {
  const body = (test: boolean) =>
    JSON.stringify({ id: 'evt_1', type: 'order.created', data: { order_id: 'ord_1' }, test })
  const hearing = (test: boolean): unknown[] => {
    const { stdout } = run('http://localhost', [
      ...lines,
      `curl -sk -o /dev/null -H 'X-Service-Event-Type: order.created' -d '${body(test)}' "$HOOK"`,
      `heard '"order":"ord_1"' '"type":"order.created","order":"ord_1"'`,
    ])
    return (JSON.parse(stdout.split('\n\n').at(-1)!) as { data: { type: string }[] }).data.map(({ type }) => type)
  }
  t.strictSame(hearing(true), ['specimen', 'order.created'])
  t.strictSame(hearing(false), ['order.created'])
})
