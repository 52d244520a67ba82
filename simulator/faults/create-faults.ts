// The faults of one simulator: added, counted, struck, ended.
import { bounds } from '../../fixtures/bounds.ts'
import type { Clock } from '../time/clock.ts'
import { checkFaultScope, type FaultGround } from './check-scope.ts'
import type { DeliveryFault, Fault, FaultRecord, RequestFault } from '../public/fault.ts'
import { FaultError } from './fault-error.ts'
import type { Faults, Strike } from './faults.ts'
import { isOfRequest, matchesAttempt, matchesCall } from './matches.ts'
import { isTurnOf } from './turn.ts'

type Entry = Omit<FaultRecord, 'state'> & { endsAt: number; wire: boolean }

const iso = (at: number): string => new Date(at).toISOString()

/** `check` gives a copy of what can be used. */
type Given = { clock: Clock; ground: FaultGround; check: (given: unknown) => Fault; wire?: () => number }

export const createFaults = ({ clock, ground, check, wire = Date.now }: Given): Faults => {
  const entries = new Map<string, Entry>()
  const previous = new Map<string, string>()
  const closing = new AbortController()
  let added = 0
  let changes = 0

  const stateOf = ({ struck, endsAt, wire: byWire, fault }: Entry): FaultRecord['state'] => {
    if (struck >= (fault.nth === undefined ? (fault.times ?? Infinity) : 1)) return 'spent'
    return (byWire ? wire() : clock.now()) >= endsAt ? 'expired' : 'active'
  }
  const isActive = (entry: Entry): boolean => stateOf(entry) === 'active'
  const shown = (entry: Entry): FaultRecord => {
    const { id, matched, struck, added_at, expires_at, fault } = entry
    return { id, state: stateOf(entry), matched, struck, added_at, expires_at, fault: structuredClone(fault) }
  }

  const makeRoom = (): void => {
    if (entries.size < bounds.kept.faults) return
    const ended = [...entries.values()].find((entry) => !isActive(entry))
    if (!ended) throw new FaultError(`There are ${bounds.kept.faults} active faults already; remove one first.`)
    entries.delete(ended.id)
  }

  const strike = (fits: (fault: Fault) => boolean, carries: string | undefined): Strike | undefined => {
    let struck: Strike | undefined
    for (const entry of entries.values()) {
      const { id, fault } = entry
      if (!fits(fault) || !isActive(entry)) continue
      entry.matched += 1
      changes += 1
      if (carries !== undefined || struck || !isTurnOf(fault, entry.matched)) continue
      entry.struck += 1
      struck = { id, fault }
    }
    return struck
  }

  return {
    add(given) {
      const fault = check(given)
      checkFaultScope(ground, fault)
      makeRoom()
      const byWire = fault.expires_clock === 'wire'
      const endsAt =
        fault.expires_in === undefined ? Infinity : (byWire ? wire() : clock.now()) + fault.expires_in * 1000
      const id = `f${(added += 1)}`
      const counts = { matched: 0, struck: 0 }
      const times = { added_at: iso(clock.now()), expires_at: endsAt === Infinity ? null : iso(endsAt) }
      const entry: Entry = { id, ...counts, ...times, fault, endsAt, wire: byWire }
      entries.set(id, entry)
      changes += 1
      return shown(entry)
    },
    list: () => [...entries.values()].map(shown),
    get(id) {
      const entry = entries.get(id)
      return entry && shown(entry)
    },
    remove(id) {
      const was = entries.delete(id)
      if (was) changes += 1
      return was
    },
    clear() {
      const { size } = entries
      entries.clear()
      changes += 1
      return size
    },
    areOff: () => entries.size === 0,
    changes: () => changes,
    inForce: () => [...entries.values()].filter(isActive).length,
    forCall(moment, asked, carries) {
      const struck = strike((fault) => isOfRequest(fault) && matchesCall(fault, moment, asked), carries)
      return struck as Strike<RequestFault> | undefined
    },
    forAttempt: (asked, account) =>
      strike(
        (fault) => !isOfRequest(fault) && matchesAttempt(fault, { ...asked, hasPrevious: previous.has(account) }),
        undefined,
      ) as Strike<DeliveryFault> | undefined,
    changed(before, after) {
      if (before.secret !== null && before.secret !== after.secret) previous.set(after.account, before.secret)
    },
    previousSecret: (account) => previous.get(account),
    closing: closing.signal,
    close: () => closing.abort(),
  }
}
