// One answer of a run that is lost: no rule is blamed for it, and what nothing else showed is blocked and names the call. A few calls of one
// area; `tests/nightly/lost-answers.test.ts` takes many of each.
import t from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'
import { lostAnswers, runLosing, wrongsOf } from './losing-wire.ts'
import { verdictsIn } from './small-profiles.ts'

const areas = ['messages']
const nothingLost = { nth: 0, arrives: true }
/** For the tests that lose an answer of it. */
const wholeRun = await runLosing(areas, nothingLost)

t.test('whichever answer is lost, nothing is green for it', async (t) => {
  const whole = wholeRun
  t.match(whole.ending, { exit_code: 0 })
  for (const lost of lostAnswers(whole.calls.length, 4, 'lost answers')) {
    const run = await runLosing(areas, lost)
    t.strictSame(wrongsOf(run, whole, lost), [], `call ${lost.nth}: ${run.calls[lost.nth - 1]}`)
  }
})

t.test('a read whose answer is lost is sent once more, and nothing is blocked', async (t) => {
  const whole = wholeRun
  const nth = whole.calls.findLastIndex((call) => /^GET .*\/messages$/.test(call)) + 1
  const run = await runLosing(areas, { nth, arrives: true })
  t.match(run.ending, { exit_code: 0 }, `call ${nth}`)
  t.equal(run.calls.length, whole.calls.length + 1)
  const notesOf = ({ judged }: typeof run) => judged.events.filter(({ type }) => type === 'note')
  t.match(notesOf(run), [{ message: /^The connection of 1 read was cut, .*GET .*\/messages/ }])
  t.strictSame(notesOf(whole), [])
})

t.test('the third move of an order on a walk, without which some rules are shown by nothing', async (t) => {
  const walked = ['lifecycle.walked-orders-show-their-moves', 'random.plans-keep-the-contract']
  const whole = await runLosing(walked, nothingLost)
  const moves = whole.calls.flatMap((call, index) => (call.endsWith('/advance') ? [index + 1] : []))
  const lost = { nth: moves[2]!, arrives: true }
  const run = await runLosing(walked, lost)
  t.strictSame(wrongsOf(run, whole, lost), [])
  t.match(run.ending, { exit_code: 2 })
  const reasons = [...verdictsIn(run.judged).values()].filter(({ reason_code: code }) => code === 'answer-lost')
  t.match(reasons[0]?.reason, /POST .*\/advance got no answer \(ECONNRESET\)/)
})

t.test('where no budget was given, no remedy speaks of one', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter(({ id }) => id === 'random.plans-keep-the-contract')
  for (const budget of [undefined, 160]) {
    const judged = await judge(simulator.profile(), { checks, options: { rerun: false, ...(budget && { budget }) } })
    const silent = [...verdictsIn(judged).values()].filter(({ reason }) => String(reason).startsWith('no random order'))
    t.ok(silent.length > 0)
    for (const { remedy } of silent.slice(0, 1)) t.equal(/--budget/.test(String(remedy)), budget !== undefined, remedy!)
  }
})
