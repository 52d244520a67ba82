// The personas in force: each plays the company on the domain clock, by the commands that the control port has.
import { environmentOf } from '../engine/commit.ts'
import { commands } from '../company/commands.ts'
import type { Order, Persona } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import { requireKept } from '../http/write-guard.ts'
import type { Services } from '../engine/services.ts'
import { drawFor } from './draw.ts'
import type { PersonaDefinition } from './persona.ts'
import { personaNames, personaTable } from './persona-table.ts'
import { planSteps } from './plan-steps.ts'
import type { Step } from './plan-steps.ts'
import type { NextStep, Personas } from '../engine/personas.ts'
import { checkScope, personaFor, scopeKey } from './scope.ts'

type Awaited = { due: number; what: string; cancel: () => void }

/** What is awaited for one order, and steps that were refused or have to wait. */
type Work = { steps: Map<string, Awaited>; notBefore: Map<string, number>; busy: string | undefined }

/** Domain time after which a step is tried again that could not be kept. */
const tryAgainMs = 3_600_000

const definitionOf = ({ name }: Persona): PersonaDefinition => personaTable[name as keyof typeof personaTable]

export const createPersonas = (servicesOf: () => Services): Personas => {
  const byScope = new Map<string, Persona>()
  const works = new Map<string, Work>()

  const takenBy = (persona: Persona, order: Order): Record<string, number> => {
    const work = servicesOf().store.personaWork.get(order.id)
    return work?.persona_id === persona.id ? work.taken : {}
  }

  const stepsOf = (persona: Persona, order: Order): Step[] => {
    const { store, behaviour } = servicesOf()
    const { lifecycle } = behaviour
    const { code } = order.status
    return planSteps(definitionOf(persona), {
      order,
      messages: store.messagesOf(order.id),
      revisions: store.revisionsOf(order.id),
      taken: takenBy(persona, order),
      since: persona.created_at,
      unused: environmentOf(order) === 'production' ? lifecycle.unused : [],
      mayCancel: lifecycle.mayCompanyCancel(order),
      restsOnly: lifecycle.transitional.includes(code) && lifecycle.restSeconds(code) !== null,
      draw: drawFor(persona.seed, order),
    })
  }

  /** A step that is being taken goes on. */
  const forget = (orderId: string): void => {
    const work = works.get(orderId)
    for (const { cancel } of work?.steps.values() ?? []) cancel()
    work?.steps.clear()
    if (work?.busy === undefined) works.delete(orderId)
  }

  const note = (persona: Persona, { id }: Order, counts: string): void => {
    const { store } = servicesOf()
    const order = store.orders.get(id)
    if (!order || !byScope.has(scopeKey(persona))) return
    const taken = takenBy(persona, order)
    store.personaWork.put({
      id,
      persona_id: persona.id,
      taken: { ...taken, [counts]: (taken[counts] ?? 0) + 1 },
    })
  }

  /** The operation decides on the newest order under its lock; whether the step is still called for is asked there too. */
  const take = async (persona: Persona, { id }: Order, step: Step): Promise<string> => {
    const services = servicesOf()
    const isWanted = (order: Order): boolean =>
      personaFor(byScope, order)?.id === persona.id && stepsOf(persona, order).some(({ key }) => key === step.key)
    const before = services.store.orders.get(id)
    if (!before) return 'the order is gone'
    await requireKept(services)
    const answer = await commands[step.do](services, { order_id: id, ...step.params }, step.body, isWanted)
    if (answer === undefined) return 'not called for any more'
    note(persona, before, step.counts)
    await services.store.flush()
    return services.store.orders.get(id)?.status.code ?? 'done'
  }

  const run = async (persona: Persona, order: Order, step: Step): Promise<string> => {
    const { clock, log, store } = servicesOf()
    const work = works.get(order.id)
    if (!work) return 'not called for any more'
    work.steps.delete(step.key)
    work.busy = step.key
    try {
      return await take(persona, order, step)
    } catch (error) {
      const isFinal = error instanceof Refusal && error.status !== 503
      work.notBefore.set(step.key, isFinal ? Infinity : clock.now() + tryAgainMs)
      log.info({ err: error, persona: persona.id, order: order.id }, 'a step of a persona was not taken')
      return `not taken: ${error instanceof Error ? error.message : String(error)}`
    } finally {
      work.busy = undefined
      const now = store.orders.get(order.id)
      if (now) plan(now)
      else forget(order.id)
    }
  }

  const plan = (order: Order): void => {
    const persona = personaFor(byScope, order)
    const planned = persona === undefined ? [] : stepsOf(persona, order)
    if (planned.length === 0 && !works.has(order.id)) return
    const work = works.get(order.id) ?? { steps: new Map(), notBefore: new Map(), busy: undefined }
    works.set(order.id, work)
    const keys = new Set(planned.map(({ key }) => key))
    for (const [key, { cancel }] of work.steps) {
      if (keys.has(key)) continue
      cancel()
      work.steps.delete(key)
    }
    for (const key of work.notBefore.keys()) if (!keys.has(key)) work.notBefore.delete(key)
    for (const step of planned) {
      const due = Math.max(step.due, work.notBefore.get(step.key) ?? 0)
      if (due === Infinity || work.busy === step.key || work.steps.has(step.key)) continue
      const what = [`persona ${persona!.name}:`, step.do, step.body['to_status'] ?? ''].join(' ').trim()
      const cancel = servicesOf().clock.at(due, what, order.id, () => run(persona!, order, step), {
        kind: 'persona_step',
      })
      work.steps.set(step.key, { due, what, cancel })
    }
    if (work.steps.size === 0 && work.notBefore.size === 0 && work.busy === undefined) works.delete(order.id)
  }

  const planAll = (): void => {
    for (const id of works.keys()) forget(id)
    if (byScope.size === 0) return
    for (const order of servicesOf().store.orders.values()) plan(order)
  }

  const self: Personas = {
    list: () => [...byScope.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),

    next(persona) {
      const { store } = servicesOf()
      let soonest: NextStep | undefined
      for (const [order_id, { steps }] of works) {
        const order = store.orders.get(order_id)
        if (!order || personaFor(byScope, order)?.id !== persona.id) continue
        for (const { due: at, what } of steps.values())
          if (soonest === undefined || at < soonest.at) soonest = { at, what, order_id }
      }
      return soonest
    },

    set({ name, lender_id = null, order_id = null, seed = 1 }) {
      const { clock, ids, store } = servicesOf()
      if (!Object.hasOwn(personaTable, name)) {
        const sentence = `There is no persona ${name}; there are ${personaNames.join(', ')}.`
        throw new Refusal('unusable_value', sentence, { status: 422 })
      }
      checkScope(store, { lender_id, order_id })
      const key = scopeKey({ lender_id, order_id })
      const kept = byScope.get(key)
      if (kept?.name === name && kept.seed === seed) return kept
      if (kept) store.personas.delete(kept.id)
      const now = clock.now()
      const persona: Persona = { id: ids.next('psn', now), name, lender_id, order_id, seed, created_at: now }
      store.personas.put(persona)
      byScope.set(key, persona)
      planAll()
      return persona
    },

    remove(id) {
      const { store } = servicesOf()
      const persona = store.personas.get(id)
      if (persona === undefined) return undefined
      store.personas.delete(id)
      byScope.delete(scopeKey(persona))
      for (const work of store.personaWork.values()) if (work.persona_id === id) store.personaWork.delete(work.id)
      planAll()
      return persona
    },

    changed(order) {
      if (byScope.size > 0) plan(order)
    },

    resume() {
      byScope.clear()
      for (const persona of servicesOf().store.personas.values())
        if (Object.hasOwn(personaTable, persona.name)) byScope.set(scopeKey(persona), persona)
      planAll()
    },
  }
  return self
}
