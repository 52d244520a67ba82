// `npm run costs`: judges a simulator of our own once and writes what each check and scenario sent to conformance/run/costs.json.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import type { Cost, Costs } from '../conformance/run/costs.ts'
import type { RecordedExchange, RunEvent } from '../reports/run-record.ts'

const root = fileURLToPath(new URL('.', import.meta.resolve('assay/package.json')))
const assay = join(root, 'dist/assay.js')

const startSimulator = async (profile: string) => {
  const args = [assay, 'simulate', '--port', '0', '--control-port', '0', '--profile-out', profile]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  return child
}

const judge = async (folder: string, { profile, areas = [] }: { profile: string; areas?: string[] }) => {
  const narrowed = areas.flatMap((area) => ['--area', area])
  const args = [assay, 'conform', '--target', profile, '--seed', '1', '--report-dir', folder, ...narrowed]
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close')
  if (code !== 0) throw new Error(`The run ended with ${code}, but costs are measured on a run that finds nothing.`)
  return readFileSync(join(folder, 'run.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RunEvent)
}

/** A whole run, and one of the limits without a control port, where a whole minute's rate is used up for them alone. */
const record = async (folder: string): Promise<{ whole: RunEvent[]; uncontrolled: RunEvent[] }> => {
  const profile = join(folder, 'target.yaml')
  const without = join(folder, 'uncontrolled.yaml')
  const simulator = await startSimulator(profile)
  try {
    writeFileSync(without, readFileSync(profile, 'utf8').replace(/^control_url:.*$/m, ''))
    return {
      whole: await judge(folder, { profile }),
      uncontrolled: await judge(folder, { profile: without, areas: ['limits'] }),
    }
  } finally {
    simulator.kill()
  }
}

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
    if (source === 'journey.revoked-grant') return 'revoked'
    if (operation === 'ping' && environment === 'production') return 'production'
    return role ?? exchanges.slice(index).find((one) => one.role !== null)?.role ?? 'main'
  })

const preflightOf = (all: readonly RunEvent[]): Costs['preflight'] => {
  const events = beginning(all)
  const exchanges = events.flatMap((event) => (event.type === 'exchange' ? [event.exchange] : []))
  const owners = rolesOf(exchanges)
  const scenarios = events.flatMap((event) => (event.type === 'journey-shared' ? [event.journey] : []))
  const ownerOf = (scenario: string): string =>
    owners[exchanges.findIndex(({ source }) => source === `journey.${scenario}`)] ?? 'main'
  const costOf = (role: string): Cost => ({
    requests: owners.filter((owner) => owner === role).length,
    scenarios: [...new Set(scenarios)].filter((scenario) => ownerOf(scenario) === role).toSorted(),
  })
  const others = [...new Set(owners)].filter((role) => role !== 'main').toSorted()
  return { ...costOf('main'), roles: Object.fromEntries(others.map((role) => [role, costOf(role)])) }
}

const costsOf = (events: readonly RunEvent[]): Costs => {
  const before = beginning(events).filter(({ type }) => type === 'exchange').length
  const exchanges = events.flatMap((event) => (event.type === 'exchange' ? [event.exchange] : [])).slice(before)
  const rows = new Map<string, Required<Cost>>()
  const row = (source: string): Required<Cost> => {
    const known = rows.get(source) ?? { requests: 0, cleanup: 0, scenarios: [] }
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
    const maker = source === 'cleanup' ? makers.get(idIn(request.url) ?? '') : undefined
    if (maker === undefined) row(source).requests += 1
    else row(maker).cleanup += 1
  }
  for (const event of events) if (event.type === 'journey-shared') row(event.by).scenarios.push(event.journey)

  const shown = (source: string): Cost => {
    const { requests, cleanup, scenarios: journeys } = row(source)
    return {
      requests,
      ...(cleanup > 0 && { cleanup }),
      ...(journeys.length > 0 && { scenarios: journeys.toSorted() }),
    }
  }
  const checks = events.flatMap((event) => (event.type === 'checks-planned' ? event.checks : [])).toSorted()
  const scenarios = [...new Set(events.flatMap((event) => (event.type === 'journey-shared' ? [event.journey] : [])))]
  return {
    preflight: preflightOf(events),
    teardown: shown('subscription').requests,
    checks: Object.fromEntries(checks.map((id) => [id, shown(id)])),
    scenarios: Object.fromEntries(scenarios.toSorted().map((id) => [id, shown(`journey.${id}`)])),
  }
}

/** Scenarios that cost more than twice as much. */
const dearer = (some: Costs, than: Costs): Costs['scenarios'] =>
  Object.fromEntries(
    Object.entries(some.scenarios).filter(
      ([id, { requests }]) => requests > 2 * (than.scenarios[id]?.requests ?? requests),
    ),
  )

const folder = mkdtempSync(join(tmpdir(), 'assay-costs-'))
try {
  const { whole, uncontrolled } = await record(folder)
  const costs = { ...costsOf(whole), uncontrolled: dearer(costsOf(uncontrolled), costsOf(whole)) }
  const file = join(root, 'conformance/run/costs.json')
  writeFileSync(file, await format(JSON.stringify(costs), { parser: 'json', printWidth: 120 }))
  console.log(`${Object.keys(costs.checks).length} checks and ${Object.keys(costs.scenarios).length} journeys: ${file}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
