// `assay exec --bisect`: a client that cannot stand what the contract permits, and the smallest set of readings that shows it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { runAssay, startAssay } from '../run-assay.ts'

const reading = 'versioning.extra-response-fields=some'

/** Reads the account and a page of the catalog; `then` is what the client does with them. Without `fetch`, which takes a while to load. */
const clientThat = (then: string): string[] => {
  const script = `
    const { request } = require('node:http')
    const { ASSAY_SANDBOX_URL: url, ASSAY_MAIN_CLIENT_ID: client_id, ASSAY_MAIN_CLIENT_SECRET: client_secret } = process.env
    const call = (path, headers, body) =>
      new Promise((resolve, reject) => {
        const sent = request(url + path, { method: body === undefined ? 'GET' : 'POST', headers, agent: false }, (answer) => {
          let text = ''
          answer.on('data', (part) => (text += part)).on('end', () => resolve(JSON.parse(text)))
        })
        sent.on('error', reject).end(body)
      })
    const main = async () => {
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString()
      const granted = await call('/oauth/token', { 'Content-Type': 'application/x-www-form-urlencoded' }, form)
      const headers = { Authorization: 'Bearer ' + granted.access_token }
      await call('/account', headers)
      const page = await call('/order-types', headers)
      const known = ['data', 'page', 'per_page', 'total', 'total_pages']
      const unknown = Object.keys(page).filter((name) => !known.includes(name))
      ${then}
    }
    void main()`
  return [process.execPath, '--eval', script]
}

const bisect = (command: string[], ...options: string[]) =>
  runAssay(['exec', '--clock', 'manual', '--vary', '1', '--bisect', ...options, '--', ...command])

t.test('a client that refuses unknown fields: the one reading out of all of the seed', async (t) => {
  const { code, out, err } = await bisect(
    clientThat(`if (unknown.length > 0) throw new Error('what is ' + unknown[0])`),
  )
  t.equal(code, 1, err)
  t.match(out, /^ {2}1 {2}the default readings +exit code 0\n {2}2 {2}seed 1: \d{3} readings +exit code 1\n {2}3 {2}/)
  t.match(
    out,
    /Your client fails when the service does this, which the contract permits:\n\n {2}versioning\.extra-resp/,
  )
  t.match(out, 'question  Do responses carry fields the contract does not name?')
  t.match(out, /The end of what it prints then:\n[^]*what is /)
  t.match(out, `Run it again with --reading ${reading} in place of --vary 1 --bisect.`)
  t.equal(out.match(/=some\n/g)!.length, 1, 'and no other reading')
})

t.test('a client that ends well and violates a rule under a reading', async (t) => {
  const then = `if (unknown.length > 0) {
    await call('/orders', { ...headers, 'Content-Type': 'application/json' }, '{}')
  }`
  const { code, out } = await bisect(clientThat(then))
  t.equal(code, 1)
  t.match(out, /seed 1: \d+ readings +exit code 0, \d+ rules? of the client violated\n/)
  t.match(out, `\n  ${reading}\n`)
  t.match(out, /Then it violates:\n[^]* {2}idempotency\.client-always-sends-a-key\n/)
})

t.test('a client that stands all of it', async (t) => {
  const { code, out } = await bisect(clientThat(''))
  t.equal(code, 0)
  t.match(out, /\nYour client does the same with \d+ other readings that the contract permits \(seed 1\)\.\n$/)
  t.equal(out.match(/^ +\d+ {2}/gm)!.length, 2, 'in two runs')
})

t.test('a reading that is asked for by name stays in every run', async (t) => {
  const { code, out } = await bisect(clientThat('if (unknown.length > 0) process.exit(4)'), '--reading', reading)
  t.equal(code, 2)
  t.match(out, /the default readings +exit code 4\n[^]*correct that first/)
})

t.test('no verdict: a client that fails anyway, and one that does not fail each time', async (t) => {
  const always = await bisect(clientThat(`console.log('no server today'); process.exit(1)`))
  t.equal(always.code, 2)
  t.match(always.out, /no server today\n\nThe client must end with exit code 0 under the default readings/)
  const file = join(t.testdir({}), 'runs')
  const second = `const { appendFileSync, readFileSync } = await import('node:fs')
    appendFileSync(${JSON.stringify(file)}, 'x')
    if (readFileSync(${JSON.stringify(file)}).length === 2) process.exit(1)`
  const once = await bisect(clientThat(second), '--most-runs', '5')
  t.equal(once.code, 2)
  t.match(once.out, /it is not the same each time/)
})

t.test('asked to end, it runs nothing more, also where the command catches the signal', async (t) => {
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) {
    const file = join(t.testdir({}), `runs-${signal}`)
    const script = `
      const { appendFileSync, readFileSync } = require('node:fs')
      process.on('${signal}', () => process.exit(0))
      appendFileSync(${JSON.stringify(file)}, 'x')
      if (readFileSync(${JSON.stringify(file)}).length > 1) process.exit(0)
      setInterval(() => undefined, 1_000)`
    const command = [process.execPath, '--eval', script]
    const bisection = startAssay(['exec', '--clock', 'manual', '--vary', '1', '--bisect', '--', ...command])
    while (!existsSync(file) && bisection.child.exitCode === null) await sleep(20)
    bisection.child.kill(signal)
    const { signal: endedBy, out } = await bisection.ended
    t.equal(endedBy, signal)
    t.match(out, /^ {2}1 {2}the default readings +exit code 0\n$/)
    t.equal(readFileSync(file, 'utf8'), 'x')
  }
})

const refused = (t: Test, args: string[], words: RegExp) =>
  t.test(args.join(' '), async (t) => {
    const { code, out, err } = await runAssay(['exec', ...args, '--', process.execPath, '-e', 'console.log("ran")'])
    t.equal(code, 3)
    t.match(err, words)
    t.equal(out, '')
  })

t.test('the runs are bounded, and the result says so', async (t) => {
  const { code, out } = await bisect(clientThat('if (unknown.length > 0) process.exit(1)'), '--most-runs', '6')
  t.equal(code, 1)
  t.equal(out.match(/^ +\d+ {2}/gm)!.length, 6)
  t.match(out, /A smaller set may do; --most-runs gives it more runs\./)
})

t.test('wrong usage runs no command', async (t) => {
  await refused(t, ['--bisect'], /unusable_options: --bisect looks among the readings of --vary/)
  await refused(t, ['--bisect', '--vary', '1', '--data', 'x'], /unusable_options: .* leave --data out/)
  await refused(t, ['--bisect', '--vary', '1', '--most-runs', '2'], /whole number from 3 to 9999/)
})
