// What a receiver did with its deliveries, where a command shows the state of the system behind it: which rules that settles.
import { CodedError } from '../contract/coded-error.ts'
import type { Assertion } from '../evidence/assertion.ts'

/** What the system behind the receiver shows, as text: the same text as long as nothing was done. */
export type ReadState = () => Promise<string>

/**
 * `none`: nothing that is sent may change the state. `first`: the first delivery changes it, and no later one does. `newest`: the
 * first one brings the status `keeps`, and a later one does not put `not` in its place.
 */
export type Effect = { rule: string; what: string } & ({ of: 'none' | 'first' } | Newest)

type Newest = { of: 'newest'; keeps: string; not: string }

/** The state, and how long a system that acts after its answer takes until the state shows it. */
export type State = {
  read: ReadState
  /** The longest that was seen so far. */
  lagMs: number
  mostMs: number
}

const pollMs = 25
/** An effect that takes longer counts as none. */
const mostLagMs = 5_000
/** A scheduler, a queue or a loaded machine takes as long at times, however fast the first delivery was. */
const leastMs = 1_000

const mostLetters = 80
const shown = (text: string): string => JSON.stringify(text.trim().slice(0, mostLetters))

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

export type Watch = {
  /** To be called between the first delivery and the next one; false where the state stays as it was. */
  afterFirst(): Promise<boolean>
  /** The effects of the deliveries since then; null where they are unknown. */
  settle(requests: string[]): Promise<Assertion | null>
}

/** Whether what is to stay has stayed; null where the state does not show it. */
const hasStayed = (effect: Effect, before: string, after: string): boolean | null => {
  if (effect.of !== 'newest') return before === after
  // A state that shows both is a history, and one that shows neither has words of its own.
  if (!before.includes(effect.keeps) || (after.includes(effect.keeps) && after.includes(effect.not))) return null
  return after.includes(effect.keeps)
}

const assertionOf = (effect: Effect, before: string, after: string, requests: string[]): Assertion | null => {
  const { rule, what } = effect
  const passed = hasStayed(effect, before, after)
  if (passed === null) return null
  const [expected, received] = [`state as before: ${before.trim()}`, `${after.trim()}, ${what}`]
  return { rule, passed, expected, received, requests, failure: { kind: 'wrong_outcome', key: rule } }
}

/** The state once it is another one; null where it stays the same. */
const changed = async (read: ReadState, before: string, mostWaitMs: number): Promise<string | null> => {
  const until = performance.now() + mostWaitMs
  for (;;) {
    const now = await read()
    if (now !== before) return now
    if (performance.now() >= until) return null
    await pause(pollMs)
  }
}

/** Longer than the system took for anything so far. */
const patienceOf = ({ lagMs, mostMs }: State): number => Math.min(mostMs, Math.max(leastMs, 3 * lagMs))

/** Every delivery that is acted on shows how long the system may take. */
const seeChange = async (state: State, before: string): Promise<boolean> => {
  const started = performance.now()
  const isSeen = (await changed(state.read, before, state.mostMs)) !== null
  if (isSeen) state.lagMs = Math.max(state.lagMs, performance.now() - started)
  return isSeen
}

/** The state when what was sent before has been worked off. */
const calm = async (state: State): Promise<string> => {
  const until = performance.now() + state.mostMs
  let last = await state.read()
  while (performance.now() < until) {
    const next = await changed(state.read, last, patienceOf(state))
    if (next === null) break
    last = next
  }
  return last
}

/** A clock in the state is seen when it goes on by a second. */
const stillMs = 1_100

/** The state before anything is delivered. @throws CodedError unsteady_state */
const steady = async (read: ReadState, mostMs: number): Promise<string> => {
  const until = performance.now() + mostMs
  let last = await read()
  for (;;) {
    const next = await changed(read, last, Math.min(stillMs, mostMs))
    if (next === null) return last
    if (performance.now() >= until)
      throw new CodedError(
        'unsteady_state',
        '--state must print the same as long as nothing is delivered, but it prints ' +
          `${shown(last)} and then ${shown(next)}; leave times, counts of reads and other orders out.`,
      )
    last = next
  }
}

/** Learns the lag from a delivery that a system acts on. */
export const learnState = async (
  read: ReadState,
  deliver: () => Promise<void>,
  mostMs: number = mostLagMs,
): Promise<State> => {
  const before = await steady(read, mostMs)
  await deliver()
  const state = { read, lagMs: 0, mostMs }
  await seeChange(state, before)
  return state
}

export const watchState = async (effect: Effect, state: State): Promise<Watch> => {
  let before = await calm(state)
  let isShown = effect.of === 'none'
  return {
    async afterFirst() {
      isShown = await seeChange(state, before)
      before = await calm(state)
      return isShown
    },
    async settle(requests) {
      if (!isShown) return null
      const after = (await changed(state.read, before, patienceOf(state))) ?? before
      return assertionOf(effect, before, after, requests)
    },
  }
}
