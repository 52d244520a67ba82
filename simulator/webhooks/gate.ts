// How many attempts go to one receiver at a time: the rest wait here, before their time limit begins to run.
import { remembered } from '../lib/remembered.ts'
import { createFifo } from './fifo.ts'
import type { Fifo } from './fifo.ts'

/** Is given what ends it, to be called once. */
type Work = (leave: () => void) => void

export type Gate = {
  /** Begins the work at once where there is room, and else in turn. */
  enter(lane: string, work: Work): void
  run<T>(lane: string, work: () => Promise<T>): Promise<T>
}

/** Attempts with one origin share a lane. */
export const laneOf = remembered((url: string): string => (URL.canParse(url) ? new URL(url).origin : url), 1_000)

type Lane = { active: number; waiting: Fifo<Work>; isLetting: boolean; leave: () => void }

export function createGate(limit: number): Gate {
  const lanes = new Map<string, Lane>()

  function create(key: string): Lane {
    const leave = () => {
      lane.active -= 1
      letIn(key, lane)
    }
    const lane: Lane = { active: 0, waiting: createFifo(), isLetting: false, leave }
    lanes.set(key, lane)
    return lane
  }

  /** Work that ends at once lets the next one in here, and not from within itself: thousands may wait. */
  function letIn(key: string, lane: Lane) {
    if (lane.isLetting) return
    lane.isLetting = true
    while (lane.active < limit && !lane.waiting.isEmpty) {
      const work = lane.waiting.take()!
      lane.active += 1
      work(lane.leave)
    }
    lane.isLetting = false
    if (lane.active === 0) lanes.delete(key)
  }

  function enter(key: string, work: Work) {
    const lane = lanes.get(key) ?? create(key)
    lane.waiting.push(work)
    letIn(key, lane)
  }

  return {
    enter,
    run: (key, work) =>
      new Promise((resolve, reject) => {
        enter(key, (leave) => void work().then(resolve, reject).finally(leave))
      }),
  }
}
