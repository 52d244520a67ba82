// A run of a target that attacks whoever reads its report: the events, for the tests of the page.
import type { Finding, Unstamped } from '../../reports/run-record.ts'
import { exchange, finding, finished, hostile, hostileEvents } from './hostile-run.ts'
import { someCause } from './some-cause.ts'

/** Ends of scripts, of attributes and of lines, marks that turn a text around, and halves of pairs. */
const worse = `</script><script>pwned=1</script><img src=x onerror=pwned=1>" onmouseover="pwned=1' \u2028\u2029\u202E\u2066\uD800 ${hostile}`

/** Wherever a target has a say. */
export const worstEvents = (): Unstamped[] => {
  const delivery: Unstamped = {
    type: 'delivery',
    delivery: {
      id: 'd1',
      received_at: '2026-03-02T15:04:05.000Z',
      method: 'POST',
      path: `/${worse}`,
      headers: [
        ['X-Service-Event-Id', worse],
        ['X-Service-Event-Type', worse],
      ],
      body: { text: worse, bytes: 9, sha256: '0', cut: false },
      fault: { fails: worse, why: worse },
      answer: '204',
    },
  }
  const response = {
    status: 200,
    headers: [[worse, worse]] as [string, string][],
    body: { text: JSON.stringify({ [worse]: worse }), bytes: 9, sha256: '0', cut: false },
  }
  const share = { reached: 1, of: 2, seen: { [worse]: 1, __proto__: 2 }, missing: [worse] }
  const worst: Unstamped = {
    ...(finding as Finding),
    type: 'finding',
    requests: ['x9', 'd1'],
    expected: worse,
  } as Unstamped
  const cause = someCause(['list.b', 'auth.e'], { label: 'intermittent', reason: worse, findings: [0, 1], requests: 3 })
  return [
    ...hostileEvents({ sandbox_base_url: `https://${worse}` }).slice(0, -1),
    exchange('x9', { response }),
    delivery,
    { ...delivery, delivery: { ...(delivery as { delivery: object }).delivery, id: 'd2' } } as Unstamped,
    worst,
    cause,
    {
      type: 'preflight',
      about: 'address',
      subject: worse,
      verdict: 'warning',
      code: 'x',
      message: worse,
      facts: {},
    },
    { type: 'reading', freedom: 'transport.http-version', reading: worse, check: 'observed', requests: ['x9'] },
    {
      type: 'coverage',
      coverage: {
        operations: { ...share, statuses: {} },
        answers: share,
        statuses: share,
        transitions: { ...share, seen: { [worse]: 1, 'new hold on_hold<new': 2, 'constructor x __proto__': 1 } },
        pairs: share,
        illegal_cells: share,
        events_in_feed: share,
        events_delivered: share,
        specimens: share,
        error_codes: share,
      },
    },
    finished(1),
  ]
}
