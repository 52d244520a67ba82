// How many attempts go to one receiver at a time: the rest wait here, before their time limit begins to run.

export type Gate = { run<T>(lane: string, work: () => Promise<T>): Promise<T> }

/** Attempts with one origin share a lane. */
export const laneOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url)

export function createGate(limit: number): Gate {
  const lanes = new Map<string, { active: number; waiting: (() => void)[] }>()
  return {
    async run(key, work) {
      const lane = lanes.get(key) ?? { active: 0, waiting: [] }
      lanes.set(key, lane)
      if (lane.active < limit) lane.active += 1
      else await new Promise<void>((enter) => lane.waiting.push(enter))
      try {
        return await work()
      } finally {
        const next = lane.waiting.shift()
        // Whoever waits takes the place over, so `active` stays as it is.
        if (next) next()
        else if ((lane.active -= 1) === 0) lanes.delete(key)
      }
    },
  }
}
