// One simulator as it is started inside this project: the public port, the control port and everything between; several can run in one process.
import { continueIds } from '../engine/continue-ids.ts'
import { clearInterval, setInterval } from 'node:timers'
import { createBehaviour, isUnvaried, readingsOf } from '../behaviour/create-behaviour.ts'
import type { Variation } from '../behaviour/create-behaviour.ts'
import { loadContract } from '../contract/contract.ts'
import { companyOf } from './company.ts'
import { timeOf } from '../engine/due.ts'
import { controlAccess } from '../control/access.ts'
import { controlTlsAlone } from './check-options.ts'
import { checkAs } from '../calls/check-call.ts'
import { createFindings, type ClientJudge } from '../control/findings.ts'
import { controlListener } from '../control/listener.ts'
import type { Environment } from '../domain/records.ts'
import { createFaults } from '../faults/create-faults.ts'
import { createPublicApp } from '../http/app.ts'
import { checkFault } from '../http/check-fault.ts'
import { makeCertificate } from '../http/certificate.ts'
import { checkTls } from '../http/check-tls.ts'
import { createInbox } from '../engine/inbox.ts'
import { listen } from '../http/listen.ts'
import type { Listener } from '../http/listen.ts'
import { garbageAnswer, plainListener } from '../http/outside-http.ts'
import { createRateLimiter } from '../engine/rate-limiter.ts'
import { createJournal, defaultBounds } from '../journal/create-journal.ts'
import { recordDelivery } from '../journal/record-delivery.ts'
import { simulatorJournal } from './simulator-journal.ts'
import { createKeptTexts } from '../engine/kept-texts.ts'
import { createLocks } from '../engine/locks.ts'
import { createPersonas } from '../personas/create-personas.ts'
import { personasOf, setPersonasOfStart } from '../personas/personas-of-start.ts'
import { profileOf } from './profile.ts'
import { seedOrders } from '../seed/seed-orders.ts'
import type { OnRequest } from '../engine/request-seen.ts'
import type { Services } from '../engine/services.ts'
import type { Simulator, SimulatorLog, SimulatorOptions } from '../public/simulator-options.ts'
import { ownWorld } from '../snapshots/own-world.ts'
import { createSnapshots } from '../snapshots/snapshots.ts'
import { snapshotsOf } from '../snapshots/simulator-snapshots.ts'
import { createStore } from '../store/create-store.ts'
import type { Clock } from '../time/clock.ts'
import { createClock } from '../time/create-clock.ts'
import { keysIn, startWorld, startOf } from '../engine/start-world.ts'
import { createOutbox } from '../webhooks/outbox.ts'
import type { World } from '../engine/world.ts'
import { loadWorld, seedWorld } from '../engine/world.ts'

/** Beside the public options: what a report saw, already read, a change of the behaviour, which tests make, who judges the client, and what ends the process. */
export type StartOptions = Omit<SimulatorOptions, 'like'> &
  Variation & {
    clientJudge?: (() => Promise<ClientJudge>) | undefined
    onRequest?: OnRequest | undefined
    stop?: (() => void) | undefined
  }

export type StartedSimulator = Omit<Simulator, 'clock'> & { clock: Clock & Simulator['clock'] }

const silentLog: SimulatorLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

const openServices = async (
  options: StartOptions,
  world: World,
  log: SimulatorLog,
  barredPorts: readonly number[],
): Promise<Services> => {
  const contract = loadContract()
  const behaviour = await createBehaviour(contract, world, options)
  let ahead: () => number | undefined = () => undefined
  const ids = behaviour.identifiers.create()
  const store = await createStore({
    faultIn: (opened) => continueIds(opened, ids),
    ...(options.data !== undefined && { file: options.data }),
    log,
    clock: () => ahead(),
  })
  const clock = createClock({
    ...(options.clock ?? { mode: 'real' }),
    start: startOf(store),
    keep: () => store.flush(),
    onError: (err, what, subject) => log.error({ err, subject }, `${what} failed`),
  })
  ahead = () => (clock.now() > Date.now() ? clock.now() : undefined)
  const journal = createJournal(
    options.journal === false ? { entries: 0, bytes: 0 } : { ...defaultBounds, ...options.journal },
  )
  const faults = createFaults({ clock, ground: store, check: checkFault })
  const outbox = createOutbox({
    store,
    faults,
    clock,
    ids,
    behaviour: behaviour.webhooks,
    log,
    allowHttp: options.allowHttpWebhooks ?? false,
    verifyTls: options.verifyWebhookTls ?? false,
    barredPorts: () => barredPorts,
    timestamp: (at) => behaviour.present.timestamp(at),
    ...(journal.isOn && { onAttempt: (attempt) => recordDelivery(journal, attempt) }),
    onDeadLetter: (event) =>
      log.warn({ event: event.id, type: event.type }, 'an event was dead lettered; the company is notified'),
  })
  const services: Services = {
    contract,
    behaviour,
    store,
    clock,
    ids,
    outbox,
    rateLimiter: createRateLimiter(behaviour),
    inbox: createInbox(),
    locks: createLocks(),
    personas: createPersonas(() => services),
    journal,
    faults,
    texts: isUnvaried(options) ? createKeptTexts(behaviour, store) : undefined,
    log,
    onRequest: options.onRequest,
    keys: keysIn(store),
    settings: { publicOrigin: options.publicOrigin, allowHttpWebhooks: options.allowHttpWebhooks ?? false },
  }
  return services
}

/**
 * Starts a simulator that keeps the whole contract, or carries the variation asked for.
 * Throws coded errors for unusable options: `listen_failed`, `unknown_defect`, `unknown_freedom`, `unknown_reading`, those of the data file.
 */
export const startSimulator = async (options: StartOptions = {}): Promise<StartedSimulator> => {
  const log = options.log ?? silentLog
  const world =
    typeof options.world === 'object'
      ? await ownWorld(options.world)
      : structuredClone(loadWorld(options.world ?? 'demo'))
  if (typeof options.tls === 'object') checkTls(options.tls)
  const access = controlAccess(options.controlHost, options.controlToken)
  const controlPorts: number[] = []
  const closing = new AbortController()
  const services = await openServices(options, world, log, controlPorts)
  const listeners: Listener[] = []
  const { clock, store } = services
  const { add, list, remove, clear } = services.faults
  const keeping = setInterval(() => {
    if (options.data === undefined || clock.now() <= Date.now()) return
    store.flush().catch((err: unknown) => log.warn({ err }, 'domain time could not be kept'))
  }, 1000).unref()
  const findings =
    options.clientJudge && services.journal.isOn ? createFindings(services.journal, options.clientJudge) : undefined
  const close = async () => {
    clearInterval(keeping)
    await findings?.close()
    services.journal.close()
    services.faults.close()
    closing.abort()
    await Promise.all(listeners.map((listener) => listener.close()))
    services.clock.close()
    await services.outbox.close()
    services.store.settings.put({ id: 'clock', value: String(services.clock.now()) })
    await services.store.close()
  }
  try {
    await startWorld(services, world, options.faults)
    await setPersonasOfStart(services, options.persona)
    if (options.controlTls && !options.tls) throw controlTlsAlone()
    const tls = options.tls === true ? await makeCertificate() : options.tls || undefined
    const snapshots = createSnapshots(services, world)
    const reset = async () => {
      services.outbox.reset()
      services.faults.clear()
      services.rateLimiter.renew()
      services.journal.clear()
      const keys = [...services.store.settings.values()]
      await services.store.clear(() => {
        for (const key of keys) services.store.settings.put(key)
        seedWorld(services.store, world, services.clock.now())
      }, snapshots.keepsFile)
      services.personas.resume()
      await setPersonasOfStart(services, options.persona)
    }
    const { wire } = services.behaviour
    const service = {} as Record<Environment, ReturnType<typeof createPublicApp>>
    const openFor = async (environments: readonly Environment[], port: number): Promise<Listener> => {
      const app = createPublicApp(services, environments)
      for (const environment of environments) service[environment] = app
      const listener = await listen(app, {
        port,
        host: options.host ?? '127.0.0.1',
        tls,
        wire,
        garbage: garbageAnswer(services),
        ...(wire.plainAnswer && { plain: plainListener(services, wire.plainAnswer) }),
      })
      listeners.push(listener)
      return listener
    }
    // Where both stand at one path, the sandbox has a port of its own.
    const isOnePath = wire.bases.production === wire.bases.sandbox
    const open = await openFor(isOnePath ? ['production'] : ['production', 'sandbox'], options.port ?? 0)
    const openToo = isOnePath ? await openFor(['sandbox'], 0) : open
    const addresses = {
      production_base_url: `${open.origin}${wire.bases.production}`,
      sandbox_base_url: `${openToo.origin}${wire.bases.sandbox}`,
      control_url: null as string | null,
      control_token: access.token,
    }
    const profile = () => profileOf(services, world, addresses)
    // A world that nobody can use is refused.
    profile()
    const parts = {
      services,
      world,
      snapshots,
      token: access.token,
      reset,
      profile,
      service,
      closing: closing.signal,
      findings,
      stop: options.stop,
    }
    const control = await listen(controlListener(parts), {
      port: options.controlPort ?? 0,
      named: '--control-port',
      own: listeners.map(({ port }) => port),
      host: access.host,
      tls: options.controlTls === true ? tls : undefined,
    })
    listeners.push(control)
    controlPorts.push(control.port)
    addresses.control_url = control.origin
    return {
      productionUrl: addresses.production_base_url,
      sandboxUrl: addresses.sandbox_base_url,
      controlUrl: control.origin,
      controlToken: access.token,
      certificate: tls?.cert,
      world,
      readings: readingsOf(options),
      faults: { add, list, remove, clear },
      clock: Object.assign(services.clock, timeOf(services)),
      journal: simulatorJournal(services),
      advance: async (seconds) => clock.advanceBy(seconds),
      profile,
      reset,
      ...snapshotsOf(parts),
      personas: personasOf(services),
      company: companyOf(parts),
      seedOrders: async (request = {}) => {
        checkAs({ what: 'What simulator.seedOrders is given', see: 'Correct it.' }, 'seedOrders', 'body', request)
        return seedOrders(services, world, request)
      },
      idle: () => services.outbox.idle(),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
