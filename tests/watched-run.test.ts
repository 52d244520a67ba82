// A run of which the findings alone are wanted: what it leaves out, and that it finds the same.
import t from 'tap'
import { watchRun } from '../proof/matrix/watched-run.ts'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import type { Unstamped } from '../reports/run-record.ts'
import { createSimulator } from '../in-process.ts'

const broken = 'account.client-id-is-the-one-of-the-credential'

const watched = async (vouched: boolean, shorten?: string) => {
  const checks = (await loadChecks()).filter(({ id }) => id === 'account.identifies-the-credential')
  const simulator = await createSimulator({ journal: false, defect: 'account-client-id-of-the-lender' })
  const events: Unstamped[] = []
  const watch = (event: Unstamped): void => void events.push(event)
  try {
    const { found } = await watchRun({
      started: { profile: simulator.profile(), stop: async () => undefined },
      checks,
      seed: 1,
      vouched,
      shorten,
      watch,
    })
    const exchanges = events.flatMap((event) => (event.type === 'exchange' ? [event.exchange] : []))
    const asked = exchanges
      .filter(({ source }) => source === 'preflight')
      .map(({ operation, role }) => ({ operation, role }))
    return { rules: found.map(({ rule }) => rule), exchanges, asked }
  } finally {
    await simulator.close()
  }
}

t.test(
  'credentials of our own making are not tried before the checks, and what is wrong is found all the same',
  async (t) => {
    const [careful, vouched] = [await watched(false), await watched(true)]
    t.ok(careful.rules.includes(broken))
    t.ok(vouched.rules.includes(broken))
    const tokensFor = ({ asked }: typeof careful) =>
      asked.filter(({ operation }) => operation === 'requestToken').length
    t.ok(tokensFor(careful) > 3, 'each has a token')
    t.ok(tokensFor(vouched) <= 1, "main's alone")
  },
)

t.test('headers and bodies are put on record only where a plan is shortened', async (t) => {
  const bodies = ({ exchanges }: Awaited<ReturnType<typeof watched>>) =>
    exchanges.filter(({ response }) => response !== null && (response.body !== null || response.headers.length > 0))
  t.equal(bodies(await watched(true)).length, 0)
  t.ok(bodies(await watched(true, broken)).length > 0)
})
