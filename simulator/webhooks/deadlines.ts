// Time limits in real time: one timer for all of one length, as the first that began is the first to end.
import { setImmediate, setTimeout } from 'node:timers'

export type Limited = { expire(): void }

type Deadlines = {
  /** Calls `expire` once, after the given milliseconds, unless it was ended before. */
  begin(limited: Limited, ms: number): void
  end(limited: Limited, ms: number): void
}

type Line = { since: Map<Limited, number>; timer: NodeJS.Timeout | undefined }

export function createDeadlines(): Deadlines {
  const lines = new Map<number, Line>()

  function arm(line: Line, ms: number) {
    const [soonest] = line.since.values()
    if (soonest === undefined) return
    const wait = Math.max(1, Math.ceil(soonest + ms - performance.now()))
    // What is under way keeps the process alive, and nothing else should.
    // A timer is called before what came while the process was busy: that is read first.
    line.timer = setTimeout(() => setImmediate(() => ring(line, ms)), wait).unref()
  }

  function ring(line: Line, ms: number) {
    line.timer = undefined
    // A timer rounds to whole milliseconds.
    const reached = performance.now() - ms + 1
    for (const [limited, since] of line.since) {
      if (since > reached) break
      line.since.delete(limited)
      limited.expire()
    }
    if (line.timer === undefined) arm(line, ms)
  }

  return {
    begin(limited, ms) {
      let line = lines.get(ms)
      if (line === undefined) lines.set(ms, (line = { since: new Map(), timer: undefined }))
      line.since.set(limited, performance.now())
      if (line.timer === undefined) arm(line, ms)
    },
    end(limited, ms) {
      lines.get(ms)?.since.delete(limited)
    },
  }
}
