// A whole run against a simulator that is closed, killed and opened again in mid-run passes; where that loses something it does not.
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { madeOnce, startReopened, type Place } from '../../proof/generated/reopened.ts'
import { watchRun } from '../../proof/matrix/watched-run.ts'
import { loadChecks } from '../../conformance/checks/load-checks.ts'
import { selectChecks } from '../../conformance/run/select-checks.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { isWhole } from '../sampled.ts'
import { removeMade } from '../remove-made.ts'

const empty = async (data: string): Promise<void> => {
  const simulator = await createSimulator({ journal: false, data })
  await simulator.close()
}

/** `lose` is done to what is closed, before it is opened again. */
const run = async (t: Test, areas: string[], lose: (place: Place) => Promise<void> = async () => undefined) => {
  const begin = await madeOnce(join(t.testdir(), 'begin'), empty)
  let opened = 0
  const started = await startReopened(async (place) => {
    if (opened > 0) await lose(place)
    opened += 1
    const simulator = await createSimulator({ journal: false, ...place })
    return { ...simulator, profile: simulator.profile() }
  }, begin)
  try {
    const checks = selectChecks(await loadChecks(), { only: [], areas })
    return { ...(await watchRun({ started, checks, seed: 1 })), opened }
  } finally {
    await started.stop()
  }
}

t.test('nothing is violated by a simulator that is opened again and again', async (t) => {
  const { outcome, found, opened } = await run(
    t,
    isWhole ? [] : ['create', 'order', 'documents', 'messages', 'feed', 'webhooks'],
  )
  t.equal(outcome, 'complete')
  t.strictSame(found, [])
  t.ok(opened > 20, `${opened} times`)
})

t.test('the bytes of documents that are gone after a restart are missed', async (t) => {
  const { found } = await run(t, ['downloads'], async ({ data }) => removeMade(`${data}.files`))
  t.match(
    found.map(({ rule }) => rule),
    [/^downloads\./],
  )
})
