// The switch of an instrumented build: which mutant is active, and which mutants were executed since the last look.

/** The name under which the header of the instrumented files finds it. */
export const stateName = '__assay_mutants__'

type State = {
  active: string | null
  hits: number
  hitLimit: number
  counts: Map<string, number> | null
}

const state = (): State => {
  const global = globalThis as { [stateName]?: State }
  return (global[stateName] ??= { active: null, hits: 0, hitLimit: Infinity, counts: null })
}

/** Null switches every mutant off. One that is executed more often than the limit, as in an endless loop, throws there. */
export const activate = (number: string | null, hitLimit = Infinity): void => {
  Object.assign(state(), { active: number, hits: 0, hitLimit })
}

/** Whether the last one to be activated was executed more often than it may be. */
export const ranAway = (): boolean => state().hits > state().hitLimit

/** The mutants that were executed since the last call, with how often; from the first call on they are counted. */
export const takeExecuted = (): Map<string, number> => {
  const counts = state().counts ?? new Map<string, number>()
  state().counts = new Map()
  return counts
}
