// How far the work is and how long it will take: one line that is redrawn on a terminal, a line now and then elsewhere.

type ProgressOptions = {
  total: number
  /** What all of them weigh, in the measure in which each is shown. */
  weight: number
  write: (text: string) => void
  live: boolean
  now?: () => number
}

/** `survivor`: the line for a defect that survived; null for one that was killed. `also`: of other work. */
type Progress = { done(weight: number, survivor: string | null): void; also(weight: number): void; end(): void }

const width = 30
const clear = '\r\u001b[K'
const quietMs = 30_000

export const duration = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  return seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** What is left takes as long for its weight as what is done took. */
export const createProgress = ({ total, weight, write, live, now = Date.now }: ProgressOptions): Progress => {
  const started = now()
  let shown = started
  let done = 0
  let lifted = 0
  let survivors = 0

  const line = (): string => {
    const elapsed = now() - started
    const left = done < 3 ? '' : `, about ${duration((elapsed / lifted) * (weight - lifted))} left`
    const filled = Math.round((width * lifted) / weight)
    const bar = live ? `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ` : ''
    return `${bar}${done} of ${total}, ${survivors} survived so far, ${duration(elapsed)}${left}`
  }

  return {
    also(weighing) {
      lifted += weighing
    },
    done(weighing, survivor) {
      done += 1
      lifted += weighing
      if (survivor !== null) {
        survivors += 1
        write(`${live ? clear : ''}${survivor}\n`)
      }
      if (live) return write(`${clear}${line()}`)
      if (now() - shown < quietMs) return
      shown = now()
      write(`${line()}\n`)
    },
    end() {
      if (live) write(clear)
    },
  }
}
