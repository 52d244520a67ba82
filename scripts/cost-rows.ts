// What each check and scenario sent, from the events of a run on a target that keeps the contract.
import type { Cost, Costs } from '../conformance/run/costs.ts'
import type { RecordedExchange, RunEvent } from '../reports/run-record.ts'

const idIn = (text: string | undefined): string | undefined => /ord_[A-Za-z0-9_-]+/.exec(text ?? '')?.[0]

/** A token is paid by whoever needed it: the next to send something. */
const payers = (exchanges: readonly RecordedExchange[]): string[] =>
  exchanges.map(({ source }, index) => {
    if (source !== 'tokens') return source
    return exchanges.slice(index + 1).find((one) => one.source !== 'tokens')?.source ?? source
  })

const beginning = (events: readonly RunEvent[]): RunEvent[] =>
  events.slice(
    0,
    events.findIndex(({ type }) => type === 'checks-planned'),
  )

/** Requests without a role are for the credential that is read next, but for a ping of production and a revoked client. */
const rolesOf = (exchanges: readonly RecordedExchange[]): string[] =>
  exchanges.map(({ role, source, operation, environment }, index) => {
    if (source === 'scenario.revoked-grant') return 'revoked'
    if (operation === 'ping' && environment === 'production') return 'production'
    return role ?? exchanges.slice(index).find((one) => one.role !== null)?.role ?? 'main'
  })

const preflightOf = (all: readonly RunEvent[]): Costs['preflight'] => {
  const events = beginning(all)
  const exchanges = events.flatMap((event) => (event.type === 'exchange' ? [event.exchange] : []))
  const owners = rolesOf(exchanges)
  const scenarios = events.flatMap((event) => (event.type === 'scenario-shared' ? [event.scenario] : []))
  const ownerOf = (scenario: string): string =>
    owners[exchanges.findIndex(({ source }) => source === `scenario.${scenario}`)] ?? 'main'
  const costOf = (role: string): Cost => ({
    requests: owners.filter((owner) => owner === role).length,
    scenarios: [...new Set(scenarios)].filter((scenario) => ownerOf(scenario) === role).toSorted(),
  })
  const others = [...new Set(owners)].filter((role) => role !== 'main').toSorted()
  return { ...costOf('main'), roles: Object.fromEntries(others.map((role) => [role, costOf(role)])) }
}

type Row = Required<Omit<Cost, 'webhook'>> & { webhook: boolean }

const secondsIn = (body: unknown): number => Number((body as { seconds?: unknown } | null)?.seconds ?? 0)

const isSetting = (operation: string | null): boolean => operation === 'setWebhook' || operation === 'testWebhook'

export const costsOf = (events: readonly RunEvent[]): Costs => {
  const before = beginning(events).filter(({ type }) => type === 'exchange').length
  const exchanges = events.flatMap((event) => (event.type === 'exchange' ? [event.exchange] : [])).slice(before)
  const rows = new Map<string, Row>()
  const row = (source: string): Row => {
    const known = rows.get(source) ?? { requests: 0, cleanup: 0, scenarios: [], clock: 0, webhook: false }
    rows.set(source, known)
    return known
  }
  const makers = new Map<string, string>()
  const sources = payers(exchanges)
  for (const [index, { operation, response, request }] of exchanges.entries()) {
    const source = sources[index]!
    if (operation === 'createOrder' && response?.status === 201) {
      const id = idIn(response.body?.text)
      if (id !== undefined && !makers.has(id)) makers.set(id, source)
    }
    if (isSetting(operation) && (response?.status ?? 500) < 300) row(source).webhook = true
    const maker = source === 'cleanup' ? makers.get(idIn(request.url) ?? '') : undefined
    if (maker === undefined) row(source).requests += 1
    else row(maker).cleanup += 1
  }
  for (const event of events) {
    if (event.type === 'scenario-shared') row(event.by).scenarios.push(event.scenario)
    if (event.type === 'company-act' && event.act === 'POST /clock/advance')
      row(event.by).clock += secondsIn(event.body)
  }

  const shown = (source: string): Cost => {
    const { requests, cleanup, scenarios, clock, webhook } = row(source)
    return {
      requests,
      ...(cleanup > 0 && { cleanup }),
      ...(scenarios.length > 0 && { scenarios: scenarios.toSorted() }),
      ...(clock > 0 && { clock }),
      ...(webhook && { webhook }),
    }
  }
  const checks = events.flatMap((event) => (event.type === 'checks-planned' ? event.checks : [])).toSorted()
  const scenarios = [...new Set(events.flatMap((event) => (event.type === 'scenario-shared' ? [event.scenario] : [])))]
  return {
    preflight: preflightOf(events),
    teardown: shown('subscription').requests,
    checks: Object.fromEntries(checks.map((id) => [id, shown(id)])),
    scenarios: Object.fromEntries(scenarios.toSorted().map((id) => [id, shown(`scenario.${id}`)])),
  }
}

/** Scenarios that cost more than twice as much. */
export const dearer = (some: Costs, than: Costs): Costs['scenarios'] =>
  Object.fromEntries(
    Object.entries(some.scenarios).filter(
      ([id, { requests }]) => requests > 2 * (than.scenarios[id]?.requests ?? requests),
    ),
  )

const byName = (rows: Readonly<Record<string, Cost>>): Record<string, Cost> =>
  Object.fromEntries(Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Those that the preflight, a check, or one of themselves asks for. */
const askedFor = ({ preflight, checks, scenarios }: Costs): Costs['scenarios'] => {
  const rows = [preflight, ...Object.values(preflight.roles), ...Object.values(checks)]
  const asked = new Set(rows.flatMap((row) => row.scenarios ?? []))
  for (const id of asked) for (const other of scenarios[id]?.scenarios ?? []) asked.add(other)
  return Object.fromEntries(Object.entries(scenarios).filter(([id]) => asked.has(id)))
}

/** `known` with the rows of some checks as they were measured, and of scenarios that it has not; none that nothing asks for. */
export const withRowsOf = <T extends Costs>(
  known: T,
  checks: readonly string[],
  { checks: rows, scenarios }: Costs,
): T => {
  const all: T = {
    ...known,
    checks: byName({ ...known.checks, ...Object.fromEntries(checks.map((id) => [id, rows[id]!])) }),
    scenarios: byName({ ...scenarios, ...known.scenarios }),
  }
  return { ...all, scenarios: askedFor(all) }
}
