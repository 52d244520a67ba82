// When the attempts at an event are due, for a script that moves the clock to them.
import { schedule } from './html/contract-tables.ts'

export const mostAttempts = (): number => schedule().attempts

/** How late an attempt may be, and how exactly its time is known, in seconds. */
const [latest, exactly] = [65, 20]
export const day = 86_400

/** The shortest and the longest wait for the attempt of that number. */
export const waitFor = (number: number): { least: number; most: number } => {
  const { attempts, retry_delays_seconds: waits, stated_total_seconds: total } = schedule()
  const most = waits[number - 2] ?? day
  if (number !== attempts) return { least: most, most }
  const others = waits.slice(0, -1).reduce((sum, one) => sum + one, 0)
  return { least: Math.min(most, total - others) - 300, most }
}

export const inTime = (number: number): number => waitFor(number).most + latest

/** Before its time: the attempt before it may have been made a while ago. */
export const tooSoon = (number: number): number => waitFor(number).least - exactly - (number > 2 ? latest : 0)

/** Seconds of real time until an attempt that was answered so is over for its sender: one that is answered late fails by its time. */
export const overAfter = (answer: string | undefined): number => {
  const [, ms] = / after (\d+) ms$/.exec(answer ?? '') ?? []
  return ms === undefined ? 0 : Math.ceil(Math.min(Number(ms) / 1_000, schedule().timeout_seconds)) + 2
}
