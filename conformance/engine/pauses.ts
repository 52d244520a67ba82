// Work that pauses while something falls due on the target, and goes on between other work: of what begins here, never two at once.

type Pause = (ms: number) => Promise<void>

type Pauses = {
  /** Runs the work until it ends, or pauses for the first time. */
  begin(work: (pause: Pause) => Promise<void>): Promise<void>
  /** Lets go on what is due by now. */
  turn(): Promise<void>
  /** Waits for all the rest as it falls due. */
  finish(): Promise<void>
}

type PausesOptions = {
  now: () => number
  sleep: (ms: number) => Promise<void>
  /** The run is given up: what pauses ends on its own. */
  isOver: () => boolean
}

type Task = {
  dueAt: number
  goOn: () => void
  /** Called when it pauses. */
  paused: () => void
  over: Promise<void>
}

export const createPauses = ({ now, sleep, isOver }: PausesOptions): Pauses => {
  const pausing = new Set<Task>()
  const begun: Promise<void>[] = []

  /** Until it pauses, or ends. */
  const run = async (task: Task, go: () => void): Promise<void> => {
    const pause = new Promise<void>((resolve) => (task.paused = resolve))
    go()
    await Promise.race([task.over, pause])
  }

  const next = (): Task | undefined => [...pausing].toSorted((one, other) => one.dueAt - other.dueAt)[0]

  const turn = async (): Promise<void> => {
    for (let task = next(); task && task.dueAt <= now(); task = next()) {
      pausing.delete(task)
      await run(task, task.goOn)
    }
  }

  return {
    turn,
    async begin(work) {
      const nothing = (): void => undefined
      const task: Task = { dueAt: 0, goOn: nothing, paused: nothing, over: Promise.resolve() }
      const pause: Pause = (ms) =>
        new Promise((goOn) => {
          Object.assign(task, { dueAt: now() + ms, goOn })
          pausing.add(task)
          task.paused()
        })
      await run(task, () => {
        task.over = work(pause)
        begun.push(task.over)
      })
    },
    async finish() {
      for (let task = next(); task && !isOver(); task = next()) {
        await sleep(Math.max(0, task.dueAt - now()))
        if (!isOver()) await turn()
      }
      await Promise.all(begun)
    },
  }
}
