// Targets that turn on the suite: a run against each ends within its bounds, blames the target, and shows no secret.
import { isObject } from '../../conformance/contract/is-object.ts'
import { mostRequests } from '../../conformance/sut/bounds.ts'
import { runAgainst } from '../../tests/hostile-run.ts'
import type { HostileRun } from '../../tests/hostile-run.ts'
import type { Busy } from '../../tests/meanwhile/busy-target.ts'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'

const megabyte = 1_000_000

const json = { 'content-type': 'application/json' }

export const bound = 'ends; ≤ 512 MB, ≤ 50 MB of reports, no more requests than planned and stated; blames the target'

/** What a run takes, and whether it is within what is promised whatever the target does. */
export const judged = ({ report, code, peakMb, reportBytes, requests, output }: HostileRun) => {
  const blamesItself =
    /suite_failed|assay itself failed|reporter_failed|\n +at /.test(output) || (report?.summary.rules.error ?? 0) > 0
  const most = report === null ? 0 : mostRequests(report.summary.planned_requests) + 100
  const held =
    !blamesItself && peakMb < 512 && reportBytes < 50 * megabyte && requests <= most && report?.exit_code === code
  const why = report?.reason?.code === undefined ? '' : ` ${report.reason.code}`
  const said = `exit ${code}${why}, ${Math.round(peakMb)} MB, ${(reportBytes / megabyte).toFixed(1)} MB of reports, ${requests} requests`
  return { held, said }
}

type More = Partial<Attack> & {
  /** What is run; the account and the lists by default. */
  args?: readonly string[]
}

const usual = ['--area', 'account', '--area', 'list']

export const target = (
  id: string,
  sent: string,
  first: string,
  hostile: Busy,
  { args = usual, ...more }: More = {},
): Attack => ({
  id,
  sent,
  first,
  bound,
  ...more,
  make: async (lab) => {
    const begun = performance.now()
    const run = await runAgainst(lab, hostile, [...args, '--timeout', '3', '--no-rerun'])
    const { held, said } = judged(run)
    return outcome(`${Math.round((performance.now() - begun) / 1000)} s, ${said}`, held)
  },
})

const inPlaceOf =
  (path: RegExp, answer: NonNullable<Busy['answer']>): Busy['answer'] =>
  (call, reply, response) =>
    path.test(call.name) && answer(call, reply, response)

export const targets: Attack[] = [
  target('H1', 'orders whose id is one word of 1 MB', 'hangs permanently, Ctrl-C does not end it', {
    after: ({ name }, { status, body }) =>
      name === 'POST /orders' && status === 201
        ? { ...(body as object), id: `ord_${'a'.repeat(megabyte)}` }
        : undefined,
  }),
  target('H1, quotes', 'orders that break off in a text of 250,000 quotes', '35 s for each 80,000', {
    answer: inPlaceOf(/^GET \/orders\//, (_call, _reply, response) => {
      response.writeHead(200, json).end(`{"id":"${'\\"'.repeat(250_000)}`)
      return true
    }),
  }),
  target('Escapes', 'orders of 70,000 control characters', 'not tried', {
    answer: inPlaceOf(/^GET \/orders/, (_call, _reply, response) => {
      response.writeHead(200, json).end(`{"id":"${'\u0001'.repeat(70_000)}`)
      return true
    }),
  }),
  target('M4', '5 MB more in each answer', 'out of memory after 237 s, 5,660 MB', {
    after: (_call, { body }) => (isObject(body) ? { ...body, padding: 'x'.repeat(5 * megabyte) } : undefined),
  }),
  target('M4, 60 MB', 'an order of 60 MB', '"assay itself failed: Maximum call stack size exceeded"', {
    answer: inPlaceOf(/^POST \/orders$/, (_call, _reply, response) => {
      response.writeHead(201, json).end(`{"id":"${'x'.repeat(60 * megabyte)}"}`)
      return true
    }),
  }),
  target('M4, nested', '100,000 levels of JSON', '173 s, 1,462 MB, 358 MB of reports', {
    answer: inPlaceOf(/^GET \/orders\//, (_call, _reply, response) => {
      response.writeHead(200, json).end('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000))
      return true
    }),
  }),
  target('Pages', 'a next page for ever', '109 s, 4,566 requests, 1,177 MB', {
    after: (_call, { body }) =>
      isObject(body) && 'total_pages' in body ? { ...body, total: 1_000_000, total_pages: 40_000 } : undefined,
  }),
  target('Drips', 'orders that come a blank at a time', 'not tried', {
    answer: inPlaceOf(/^GET \/orders\//, (_call, { status }, response) => {
      response.writeHead(status, json)
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
      return true
    }),
  }),
  target('L1, redirects', 'redirects that begin in mid-run', '"assay itself failed: no catalog"', {
    answer: inPlaceOf(/^GET \/(?:orders|products)/, (_call, _reply, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end()
      return true
    }),
  }),
  target('L1, tokens', 'a token with a line break', '"reporter_failed: ndjson: EBADF"', {
    after: ({ name }, { status, body }) =>
      name === 'POST /oauth/token' && status === 200
        ? { ...(body as object), access_token: 'a\r\nx-of: ours' }
        : undefined,
  }),
  {
    id: 'L2',
    sent: 'the client secret and the Basic header back, in base64, hex and capitals',
    first: 'in 5 report files each',
    bound: 'in none',
    make: async (lab) => {
      const secrets = new Set<string>()
      const run = await runAgainst(
        lab,
        {
          after: ({ headers, body }, { status, body: given }) => {
            const form = new URLSearchParams(body.toString()).get('client_secret') ?? ''
            const [scheme, credential = ''] = (headers.authorization ?? '').split(' ')
            const basic = scheme === 'Basic' ? Buffer.from(credential, 'base64').toString().split(':')[1] : undefined
            const secret = form || decodeURIComponent(basic ?? '')
            if (secret.length < 12 || !isObject(given)) return undefined
            if (status < 300) secrets.add(secret)
            const bytes = Buffer.from(secret)
            const echo = [bytes.toString('base64'), bytes.toString('hex'), secret.toUpperCase(), headers.authorization]
            return { ...given, echo }
          },
        },
        ['--area', 'account', '--area', 'auth', '--no-rerun', '--timeout', '5'],
      )
      const all = [...run.files.values(), run.output].join('\n').toLowerCase()
      const shown = [...secrets].filter((secret) => {
        const bytes = Buffer.from(secret)
        const writings = [secret, bytes.toString('base64').replace(/=+$/, '').slice(0, -1), bytes.toString('hex')]
        return writings.some((text) => all.includes(text.toLowerCase()))
      })
      return outcome(`${shown.length} of ${secrets.size} secrets are shown`, secrets.size > 0 && shown.length === 0)
    },
  },
]
