// What each check and scenario sends as a rule, measured by `npm run costs`, so that a run can be planned before it starts.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Cost = {
  /** Requests of its own, tokens included. */
  requests: number
  /** Requests to cancel the orders it leaves open. */
  cleanup?: number
  /** The scenarios it asks for on its own. */
  scenarios?: string[]
  /** Seconds by which it moves the clock. */
  clock?: number
  /** Whether it sets the webhook, or has specimens sent to it. */
  webhook?: true
}

export type Costs = {
  /** Before the first check: with main alone, and for each further credential of the profile. */
  preflight: Cost & { roles: Record<string, Cost> }
  /** After the last one, whatever was run. */
  teardown: number
  checks: Record<string, Cost>
  scenarios: Record<string, Cost>
  /** Scenarios that cost less where the run uses up two rate limit windows anyway: what is left of one is all they need. */
  inPassing?: Record<string, Cost>
}

type Measured = Costs & {
  /** Scenarios that cost something else where the target renews no window of its rate limit. */
  uncontrolled: Record<string, Cost>
}

/** Scenarios that send nothing where the target has no control port. */
const ofControl = ['dead-letter']

let known: Measured | undefined

const measured = (): Measured =>
  (known ??= JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('#run/costs.json')), 'utf8')) as Measured)

/** `renewed`: a control port renews the window of the rate limit. */
type Port = { controlled?: boolean; renewed?: boolean }

export const measuredCosts = ({ controlled = true, renewed = controlled }: Port = {}): Costs => {
  const { uncontrolled, ...costs } = measured()
  const nothing = Object.fromEntries(controlled ? [] : ofControl.map((id): [string, Cost] => [id, { requests: 0 }]))
  const scenarios = { ...costs.scenarios, ...nothing }
  if (renewed) return { ...costs, scenarios }
  const inPassing = Object.fromEntries(Object.keys(uncontrolled).map((id) => [id, costs.scenarios[id]!]))
  return { ...costs, scenarios: { ...scenarios, ...uncontrolled }, inPassing }
}

/** For what was not measured yet. */
const typical: Cost = { requests: 4, cleanup: 1 }

export const costOfCheck = (costs: Costs, id: string): Cost => costs.checks[id] ?? typical

/** What the preflight sends for these credentials, and the scenarios that it pays for. */
export const costOfPreflight = (
  { preflight }: Costs,
  has: (role: string) => boolean,
): Cost & { scenarios: string[] } => {
  const parts = [preflight, ...Object.entries(preflight.roles).flatMap(([role, cost]) => (has(role) ? [cost] : []))]
  return {
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
    cleanup: 0,
    scenarios: parts.flatMap(({ scenarios = [] }) => scenarios),
  }
}

/** Scenarios that are asked for only where no check asks for the long form. */
export const longForms: Readonly<Record<string, string>> = {
  'quick-attempts': 'failing-attempts',
  'quick-second-attempts': 'second-attempts',
}

/** Scenarios that a check asks for only where the profile has the credential, and does without elsewhere. */
const ofRole: Readonly<Record<string, string>> = { 'production-walk': 'production', 'production-order': 'production' }

const anyRole = (): boolean => true

/** The scenarios a check sets off, those that they ask for in turn included. */
export const scenariosOf = (costs: Costs, check: string, has: (role: string) => boolean = anyRole): Set<string> => {
  const asked = (scenarios: readonly string[] = []): string[] =>
    scenarios.filter((one) => ofRole[one] === undefined || has(ofRole[one]))
  const found = new Set(asked(costOfCheck(costs, check).scenarios))
  for (const scenario of found) for (const further of asked(costs.scenarios[scenario]?.scenarios)) found.add(further)
  return found
}
