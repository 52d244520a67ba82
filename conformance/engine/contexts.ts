// Makes the contexts of checks and scenarios from a session; a scenario runs once and is shared by all who ask for it.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sentenceOf } from '../../reports/reasons/reason.ts'
import { freedoms } from '../contract/contract.ts'
import { besideBilling, isBillingSource } from '../steps/billing.ts'
import { noCredential, type Role } from '../evidence/roles.ts'
import { notTested, type GivenReason } from '../evidence/inconclusive.ts'
import type { Scenario, Orders, Patience, StepContext } from '../kit/context.ts'
import { createPlanLog, type PlanLog } from '../model/plan-log.ts'
import { seededRandom } from '../kit/seeded-random.ts'
import type { Session } from './session.ts'
import { recordedControl } from './recorded-control.ts'
import { hasCarriedOut } from './switches.ts'

const usualPatience: Patience = { state: 5_000, feed: 10_000, delivery: 75_000, every: 250 }

const createOrders = (): Orders => {
  const open = new Map<string, Role>()
  return {
    created: (id, role = 'main') => void open.set(id, role),
    settled: (id) => void open.delete(id),
    get open() {
      return [...open].map(([id, role]) => ({ id, role }))
    },
  }
}

/** A reading that the freedom does not list is marked as such: the list may lack it. */
const nameReading = (freedom: string, reading: string): string => {
  const known = freedoms().get(freedom)
  if (!known) throw new Error(`The freedom ${freedom} is not in fixtures/freedoms.yaml.`)
  return Object.hasOwn(known.readings, reading) ? reading : `unlisted: ${reading}`
}

export type Contexts = {
  for(source: string): StepContext
  readonly orders: Orders
  readonly plans: PlanLog
  /** Whether a scenario was begun, done or not. */
  begun(scenario: string): boolean
}

/** Random numbers keep the names that they were first drawn under, so that a seed sends the same requests as before. */
const streamOf = (source: string): string => source.replace(/^scenario\./, 'journey.')

export type Budget = Pick<StepContext, 'effort' | 'randomRequests' | 'budget'>

/** `name` distinguishes the contexts of one run, as what they mark must be. */
export const createContexts = (
  session: Session,
  budget: Budget = { effort: 1, randomRequests: 0, budget: null },
  name = '',
): Contexts => {
  const { profile, http, emit, seed, run, secrets, patience = usualPatience } = session
  const scenarios = new Map<string, Promise<unknown>>()
  const observed = new Set<string>()
  const asked = new Set<string>()
  const orders = createOrders()
  const plans = createPlanLog()
  let markers = 0

  const recordReading = (source: string, freedom: string, reading: string, answers: { id: string }[]): void => {
    const named = nameReading(freedom, reading)
    if (observed.has(`${freedom}=${named}`)) return
    observed.add(`${freedom}=${named}`)
    emit({ type: 'reading', freedom, reading: named, check: source, requests: answers.map(({ id }) => id) })
  }

  const eventually = async <T>(look: () => Promise<T>, fits: (value: T) => boolean, ms: number): Promise<T> => {
    const deadline = Date.now() + ms
    // Looking costs requests, so that each wait is twice as long as the one before.
    for (let pause = patience.every; ; pause *= 2) {
      const value = await look()
      const left = deadline - Date.now()
      if (fits(value) || left <= 0) return value
      await sleep(Math.min(pause, left))
    }
  }

  const newSecret = (length = 48): string => {
    const secret = randomBytes(length).toString('hex').slice(0, length)
    secrets.add('webhook secret', secret)
    return secret
  }

  const secretOf = (role: Role) => {
    const credential = profile.credentials[role]
    if (!credential) throw notTested(noCredential(role))
    const unusable = session.lacks.credentials.get(role)
    if (unusable !== undefined) throw notTested(unusable)
    return credential
  }

  const unbilled = (reason: GivenReason): void => {
    if (session.lacks.billing === null)
      emit({
        type: 'preflight',
        about: 'credential',
        subject: 'credentials.main',
        verdict: 'warning',
        code: 'account_not_billable',
        message: `No order can be placed: ${sentenceOf(reason)}. What needs orders is not tested.`,
        facts: {},
      })
    session.lacks.billing = reason
  }

  const clientFor = (source: string): StepContext['client'] => {
    const client = http.as(source)
    if (isBillingSource(source)) return client
    const hasOrdered = () => hasCarriedOut(session, 'createOrder')
    return besideBilling(client, { shared: (scenario) => share(source, scenario), hasOrdered, found: unbilled })
  }

  const share = <T>(source: string, { id, run: begin }: Scenario<T>): Promise<T> => {
    const known = scenarios.get(id) as Promise<T> | undefined
    if (!asked.has(`${source} ${id}`)) emit({ type: 'scenario-shared', scenario: id, by: source })
    asked.add(`${source} ${id}`)
    const going = known ?? begin(contextFor(`scenario.${id}`))
    scenarios.set(id, going)
    return going
  }

  const contextFor = (source: string): StepContext => ({
    client: clientFor(source),
    profile,
    environment: profile.credentials.main.environment,
    control: session.control && recordedControl(session.control, source, emit),
    receiver: session.receiver,
    orders,
    rates: session.rates,
    patience,
    patientSeconds: session.patientSeconds,
    focus: session.focus,
    plans,
    ...budget,
    has: (role) => profile.credentials[role] !== undefined && !session.lacks.credentials.has(role),
    secretOf,
    // Of one width, so that none is the beginning of another: they are looked for in whole bodies.
    marker: () => `assay-${run}-${name}${String((markers += 1)).padStart(5, '0')}`,
    newSecret,
    random: seededRandom(seed, streamOf(source)),
    now: () => Date.now() + session.clock.offset,
    eventually,
    waitBesideOthers: session.quiet.wait,
    recordReading: (freedom, reading, ...answers) => recordReading(source, freedom, reading, answers),
    shared: (scenario) => share(source, scenario),
    begun: ({ id }) => scenarios.has(id),
  })

  return { for: contextFor, orders, plans, begun: (scenario) => scenarios.has(scenario) }
}
