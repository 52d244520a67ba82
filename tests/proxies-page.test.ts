// docs/proxies.md, "What every proxy must do": each row is shown by an entry of the lab or by a test; the last one is here.
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import t from 'tap'
import { readSeen } from '../lab/seen.ts'
import { judge } from './judge-target.ts'
import { root } from './places.ts'
import { happens } from './wait-for.ts'

/** By the beginning of a row what shows it: an outcome of the lab, or a test by its file and title. */
const shownBy: Record<string, { lab: [entry: string, scenario: string, seen: string] } | { test: [string, string] }> = {
  'take bodies of 26 MB': { lab: ['proxies/nginx', 'default', 'cause not_the_service nginx 413'] },
  'read an upload to its end': {
    test: ['conformance/sut/http-client.test.ts', 'a connection that is cut while much is sent'],
  },
  'pass on `Host`': {
    test: ['tests/behind-a-proxy.test.ts', 'a link to another origin blocks what needs the link, and names the origin'],
  },
  'cache no answer': { lab: ['proxies/varnish', 'default', 'downloads.link-dies-at-expiry'] },
  'pass `Authorization` on': { lab: ['proxies/squid', 'default', 'token_not_accepted'] },
  'limit the rate above': {
    test: ['tests/slow/answered-before.test.ts', 'a proxy that lets one call a second through'],
  },
  'wait more than ten seconds': {
    test: ['tests/slow/answered-before.test.ts', 'a proxy that gives the service up'],
  },
  'speak HTTP/1.1 beside HTTP/2': { test: ['tests/proxies-page.test.ts', 'a server that speaks HTTP/2 alone'] },
}

t.test('each row of what every proxy must do is shown by the lab or by a test', async (t) => {
  const text = readFileSync(join(root, 'docs', 'proxies.md'), 'utf8')
  const section = text.slice(text.indexOf('## What every proxy must do'), text.indexOf('## What to set in each'))
  const rows = [...section.matchAll(/^\| (?!must|-)(.*?) +\|/gm)].map(([, cell]) => cell!)
  t.equal(rows.length, Object.keys(shownBy).length)
  for (const row of rows) {
    const [, shown] = Object.entries(shownBy).find(([start]) => row.startsWith(start)) ?? []
    if (shown === undefined) t.fail(`nothing shows: ${row}`)
    else if ('lab' in shown) {
      const [id, scenario, seen] = shown.lab
      t.match(readSeen()[id]!.outcomes.find((one) => one.scenario === scenario)?.seen, seen, row)
    } else {
      const [file, title] = shown.test
      const titles = [...readFileSync(join(root, file), 'utf8').matchAll(/^t\.test\(\s*'(.*?)',/gm)].map(
        ([, one]) => one!,
      )
      t.ok(
        titles.some((one) => one.startsWith(title)),
        `${row}: ${title}`,
      )
    }
  }
})

t.test('a server that speaks HTTP/2 alone is named as such', async (t) => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
  const server = createSecureServer({ key, cert }, (_request, response) => void response.end('{}'))
  server.listen(0, '127.0.0.1')
  await happens(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const { result } = await judge({ sandbox_base_url: `https://127.0.0.1:${port}/v1` })
  t.match(result, { exit_code: 2, reason: { code: 'http2_only' } })
})
