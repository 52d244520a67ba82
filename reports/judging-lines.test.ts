// The end of a script, run by a shell: what an answer as expected says where the target was never sent the requests alone.
import { spawnSync } from 'node:child_process'
import t from 'tap'
import { verdictLines } from './judging-lines.ts'
import { recordedExchange } from './recorded-exchange.support.ts'
import { scriptModel } from './script-model.ts'

const [sent, read] = [
  recordedExchange({ id: 'x1', operation: 'createOrder', method: 'POST', sent: {}, answer: {}, status: 201 }),
  recordedExchange({ id: 'x2', path: '/orders/1', answer: { kept: false } }),
]
const finding = {
  rule: 'a.rule',
  check: 'a.check',
  kind: 'refused' as const,
  expected: 200,
  received: 500,
  pointer: 'status',
  requests: ['x1', 'x2'],
}

const endOf = (status: number, given: { isUntried?: boolean; astray?: string } = {}) => {
  const failed = { ...read!, response: { ...read!.response!, status: 500 } }
  const model = scriptModel(finding, { exchanges: [sent!, failed] }, new Set(['x1', 'x2']))!
  const lines = verdictLines({ ...model, isUntried: given.isUntried }, [], new Map())
  const stop = 'stop() { echo "$2"; exit "$1"; }; came() { :; }; ASTRAY=$1; JUDGED_STATUS=$2'
  const ended = spawnSync('sh', ['-c', [stop, ...lines].join('\n'), 'sh', given.astray ?? '', String(status)])
  return { code: ended.status, last: String(ended.stdout).trimEnd().split('\n').at(-1) }
}

t.test('what was tried passes, and what was not is not judged', async (t) => {
  t.equal(endOf(200).code, 0)
  t.strictSame(endOf(200, { isUntried: true }), {
    code: 2,
    last: 'not judged: what these requests show is as expected, but the run never saw the bug by them alone, so it may be there still.',
  })
})

t.test('a failure is one all the same', async (t) => {
  t.equal(endOf(500).code, 1)
  t.equal(endOf(500, { isUntried: true }).code, 1)
})
