// The lines at the foot of a terminal that show the progress of a run: drawn again in place, never more than four times a second.

import { counted } from '../texts.ts'

export type Progress = {
  /** What is under way: `preflight`, the area of the check, `cleanup`. */
  phase: string
  check: string | null
  judged: number
  rules: number
  requests: number
  planned: number
  perMinute: number
  elapsedMs: number
}

type Screen = { write: (text: string) => void; columns: () => number; now: () => number }

export type LiveView = {
  /** Draws what `progress` gives, now or when the last drawing is old enough. */
  touch(): void
  /** Takes the lines away, writes something above them, and draws them again. */
  above(text: string): void
  /** Takes the lines away permanently. */
  end(): void
}

const drawEveryMs = 250
const tickMs = 1000

const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const cut = (text: string, columns: number): string => (text.length > columns ? `${text.slice(0, columns - 1)}…` : text)

const share = (done: number, all: number): string => (all > 0 ? `${counted(done)}/${counted(all)}` : counted(done))

/** What does not fit into a narrow terminal is left out from the end; the last column stays free, lest the line wraps. */
export const progressLines = (progress: Progress, columns: number): string[] => {
  const room = columns - 1
  if (room < 8) return []
  const parts = [
    progress.phase,
    `${share(progress.judged, progress.rules)} rules`,
    `${share(progress.requests, progress.planned)} requests`,
    clock(progress.elapsedMs),
    `${counted(progress.perMinute)}/min`,
  ]
  let line = cut(parts[0]!, room)
  for (const part of parts.slice(1)) {
    if (line.length + 2 + part.length > room) break
    line = `${line}  ${part}`
  }
  return progress.check === null ? [line] : [line, cut(`  ${progress.check}`, room)]
}

export const createLiveView = ({ write, columns, now }: Screen, progress: () => Progress): LiveView => {
  let shown = 0
  let drawnAt = Number.NEGATIVE_INFINITY
  let ticking: NodeJS.Timeout | null = null
  let late: NodeJS.Timeout | null = null
  let ended = false

  const clear = (): string => (shown === 0 ? '' : `\r${shown > 1 ? `\u001B[${shown - 1}A` : ''}\u001B[J`)

  const draw = (above = ''): void => {
    const lines = progressLines(progress(), columns())
    write(`${clear()}${above}${lines.join('\n')}`)
    shown = lines.length
    drawnAt = now()
  }

  // The clock goes on while a single answer is awaited.
  const begin = (): void => {
    ticking ??= setInterval(() => draw(), tickMs)
    ticking.unref()
  }

  return {
    touch() {
      if (ended || late !== null) return
      begin()
      const wait = drawnAt + drawEveryMs - now()
      if (wait <= 0) return draw()
      late = setTimeout(() => {
        late = null
        if (!ended) draw()
      }, wait)
      late.unref()
    },
    above(text) {
      if (ended) return write(text)
      begin()
      draw(text)
    },
    end() {
      if (ended) return
      ended = true
      if (ticking !== null) clearInterval(ticking)
      if (late !== null) clearTimeout(late)
      write(clear())
      shown = 0
    },
  }
}
