// Runs of the suite against conforming servers that have little to show: few roles, a small catalog, no control port.
import type { Test } from 'tap'
import type { Check } from '../conformance/kit/check.ts'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import type { RunOptions } from '../conformance/run/run-options.ts'
import type { CheckFinished, RuleJudged } from '../reports/run-record.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { loadWorld, type World } from '../simulator/engine/world.ts'
import { defects } from './defects-given.ts'
import { judge, type JudgedRun } from './judge-target.ts'

type Simulator = Awaited<ReturnType<typeof createSimulator>>
type Profile = ReturnType<Simulator['profile']>
export type Role = keyof Profile['credentials']

export type Small = {
  /** Changes the demo world. */
  world?: (world: World) => void
  defect?: string
  profile?: (profile: Profile) => Record<string, unknown>
  /**
   * Checks and steps have no control port. The rate limit windows are renewed through it all the same, so that a run
   * does not wait minutes for them.
   */
  withoutControl?: boolean
  allowOrders?: boolean
  checks?: (check: Check) => boolean
}

/** What `--base-url` and `--client-id` make: one credential and nothing else. */
export const alone =
  (role: Role = 'main') =>
  ({ credentials, tokens: _tokens, postal_codes: _codes, ...profile }: Profile): Record<string, unknown> => ({
    ...profile,
    credentials: { main: credentials[role] },
  })

export const without =
  (role: Role) =>
  ({ credentials, ...profile }: Profile): Record<string, unknown> => {
    const { [role]: _left, ...others } = credentials
    return { ...profile, credentials: others }
  }

/** The company and the lender account of `main`. */
export const companyOf = (world: World): World['companies'][number] => world.companies[0]!
export const lenderOf = (world: World): World['lenders'][number] =>
  world.lenders.find(({ id }) => id === 'len_bluestem')!

export const emptyCatalog = (world: World): void => {
  companyOf(world).catalog = []
}

export const judgeSmall = async (small: Small): Promise<JudgedRun> => {
  const { world: change, profile = (whole) => whole, withoutControl = false, allowOrders = false, defect } = small
  const world = structuredClone(loadWorld('demo'))
  change?.(world)
  const simulator = await createSimulator({ world, ...(defect !== undefined && { defect }) }, { defects })
  try {
    const checks = (await loadChecks()).filter(small.checks ?? (() => true))
    const options: Partial<RunOptions> = { rerun: false, allowOrders }
    return await judge(profile(simulator.profile()), {
      timeoutMs: 20_000,
      checks,
      options,
      onSession(session) {
        if (withoutControl) session.control = null
      },
    })
  } finally {
    await simulator.close()
  }
}

const finished = ({ events }: JudgedRun): CheckFinished[] => events.filter((event) => event.type === 'check-finished')

export const verdictsIn = ({ events }: JudgedRun): Map<string, RuleJudged> =>
  new Map(events.flatMap((event) => (event.type === 'rule-judged' ? [[event.rule, event]] : [])))

/** A conforming server: exit code 0, nothing held against it, no error of the suite, and a reason for what is not tested. */
export const expectConforming = (t: Test, judged: JudgedRun): void => {
  const outcomes = finished(judged).flatMap(({ check, outcomes: own = [] }) => own.map((one) => ({ check, ...one })))
  const unsound = outcomes.filter(({ verdict }) => !['pass', 'not-tested', 'not-applicable'].includes(verdict))
  t.strictSame(
    unsound.map(({ check, rule, verdict, reason }) => `${check}: ${rule}: ${verdict}: ${reason}`),
    [],
    'no check fails, and none ends in an error or without an answer',
  )
  t.strictSame(
    judged.events.flatMap((event) => (event.type === 'finding' ? [`${event.check}: ${event.rule}`] : [])),
    [],
  )
  t.match(judged.result, { outcome: 'complete', exit_code: 0, reason: null })
  const untested = [...verdictsIn(judged).values()].filter(({ verdict }) => verdict === 'not-tested')
  for (const { rule, reason } of untested) t.ok(reason, `${rule} has a reason`)
}

/** Checks that call the target as a role, or look at what a call as that role brought, by the events of a run. */
export const usersOf = (role: string, { events }: JudgedRun): Set<string> => {
  const users = new Set<string>()
  for (const event of events)
    if (event.type === 'exchange' && event.exchange.role === role) users.add(event.exchange.source)
  for (let known = -1; known < users.size;) {
    known = users.size
    for (const event of events)
      if (event.type === 'scenario-shared' && users.has(`scenario.${event.scenario}`)) users.add(event.by)
  }
  return users
}
