// Targets that turn hostile in the middle of a run: it ends within its bounds, and what they did is said of them, not of the suite.
// Silent for up to 300 s.
import { isObject } from '../../conformance/contract/is-object.ts'
import t, { type Test } from 'tap'
import { mostRequests } from '../../conformance/sut/bounds.ts'
import { runAgainst, type HostileRun } from '../hostile-run.ts'
import { sampled } from '../sampled.ts'
import type { Busy } from '../meanwhile/busy-target.ts'

const megabyte = 1_000_000

const json = { 'content-type': 'application/json' }

const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)

type Hostile = Busy & {
  /** 1: it is a finding. 2: no verdict, for this reason. */
  ends: 1 | string
}

const hostile: Record<string, Hostile> = {
  'gives orders ids of a megabyte': {
    ends: 1,
    after: ({ name }, { status, body }) =>
      name === 'POST /orders' && status === 201
        ? { ...(body as object), id: `ord_${'a'.repeat(megabyte)}` }
        : undefined,
  },
  'adds five megabytes to each answer': {
    ends: 'answers_too_large',
    after: (_call, { body }) => (isObject(body) ? { ...body, padding: 'x'.repeat(5 * megabyte) } : undefined),
  },
  'answers each create with 60 MB': {
    ends: 'target_unanswered',
    answer: ({ name }, { status }, response) => {
      if (name !== 'POST /orders' || status !== 201) return false
      response.writeHead(201, json).end(`{"id":"${'x'.repeat(60 * megabyte)}"}`)
      return true
    },
  },
  'nests its orders 100,000 levels deep': {
    ends: 1,
    answer: ({ name }, { status }, response) => {
      if (!name.startsWith('GET /orders/') || status !== 200) return false
      response.writeHead(200, json).end(nested(100_000))
      return true
    },
  },
  'has a next page for ever': {
    ends: 1,
    after: (_call, { body }) =>
      isObject(body) && 'total_pages' in body ? { ...body, total: 1_000_000, total_pages: 40_000 } : undefined,
  },
  'drips its orders': {
    ends: 'target_unanswered',
    answer: ({ name }, { status }, response) => {
      if (!name.startsWith('GET /orders/')) return false
      response.writeHead(status, json)
      const timer = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(timer))
      return true
    },
  },
  'redirects half-way': {
    ends: 1,
    answer: ({ name }, _reply, response) => {
      if (!/^GET \/(?:orders|products)/.test(name)) return false
      response.writeHead(302, { location: '/elsewhere' }).end()
      return true
    },
  },
  'grants tokens with line breaks': {
    ends: 'no_access_token',
    after: ({ name }, { status, body }) =>
      name === 'POST /oauth/token' && status === 200
        ? { ...(body as object), access_token: 'a\r\nx-of: ours' }
        : undefined,
  },
}

const expectBounds = (t: Test, run: HostileRun): void => {
  const { report, code, peakMb, reportBytes, requests, output } = run
  t.notMatch(output, /suite_failed|assay itself failed|reporter_failed|\n +at /)
  t.ok(peakMb < 512, `memory: ${peakMb} MB`)
  t.ok(reportBytes < 50 * megabyte, `reports: ${reportBytes} bytes`)
  t.ok(requests <= mostRequests(report!.summary.planned_requests) + 100, `${requests} requests`)
  t.equal(report!.exit_code, code)
}

for (const [what, { ends, ...busy }] of sampled(Object.entries(hostile), 3))
  t.test(`a target that ${what}`, async (t) => {
    const areas = ['--area', 'account', '--area', 'list']
    const run = await runAgainst(t, busy, [...areas, '--timeout', '3', '--no-rerun'])
    expectBounds(t, run)
    if (ends === 1) {
      t.equal(run.code, 1, run.out.slice(-2_000))
      t.ok(run.report!.summary.findings > 0)
    } else {
      t.equal(run.code, 2, run.out.slice(-2_000))
      t.equal(run.report!.reason?.code, ends)
    }
  })
