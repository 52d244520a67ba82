// No false alarm: whatever a service does where the contract is silent, a client that keeps the contract violates nothing.
import t from 'tap'
import { others } from '../../proof/soundness/reading-groups.ts'
import { createSimulator, type Simulator } from '../../simulator/simulator.ts'
import { auditOf } from '../audit/audit-journal.ts'
import { runClientOn } from '../audit/client-run.ts'
import { sandboxOrigin } from '../audit/client-scene.ts'

const seeds = 24
/** Of the 101 rules: some companies permit little of what the life asks for. */
const fewest = 40

const day = 86_400_000

/** The next noon of a Tuesday: what companies take depends on the day and the hour. */
const toNoon = async (simulator: Simulator): Promise<void> => {
  const now = simulator.clock.now()
  const today = Math.floor(now / day)
  const noon = (today + ((2 - new Date(now).getUTCDay() + 7) % 7)) * day + day / 2
  await simulator.advance(((noon > now ? noon : noon + 7 * day) - now) / 1000)
}

t.test('the good client under mixes of readings', async (t) => {
  const shown: number[] = []
  const met = new Set<string>()
  for (let vary = 1; vary <= seeds; vary += 1) {
    const simulator = await createSimulator({ clock: { mode: 'manual' }, publicOrigin: sandboxOrigin, vary })
    await toNoon(simulator)
    const { failed, passed, findings } = auditOf(await runClientOn(simulator, {}, true))
    for (const [freedom, reading] of Object.entries(simulator.readings)) met.add(`${freedom}=${reading}`)
    await simulator.close()
    shown.push(passed.length)
    t.strictSame(failed, [], `--vary ${vary}: ${JSON.stringify(findings)}`)
  }
  t.strictSame(
    others.filter((reading) => !met.has(reading)),
    [],
    'the client meets every reading',
  )
  t.ok(Math.min(...shown) >= fewest, `rules shown: ${shown.join(' ')}`)
})
