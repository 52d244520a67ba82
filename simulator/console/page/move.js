// A move of the clock in pieces: a long one shows how far it is, and can be cancelled; what has run by then has run.
import { act } from './api.js'

/** Things in the first piece; the next ones are as large as half a second allows. */
const firstPiece = 20
const wantedMs = 500

const nextPiece = (piece, tookMs) => Math.min(2_000, Math.max(5, Math.round((piece * wantedMs) / Math.max(1, tookMs))))

/** The bounds of a move until nothing is due, and of one call. */
const most = { seconds: 31_536_000, fired: 10_000, secondsOfCall: 315_360_000 }

const secondsBetween = (from, to) => (Date.parse(to) - Date.parse(from)) / 1000

/**
 * @param target an instant; a move until nothing is due when left out
 * @param onPiece called where more is to come, with what has run so far
 * @param isCancelled asked before each piece
 */
export const moveInPieces = async ({ from, target, onPiece, isCancelled }) => {
  const whole = target === undefined ? most.seconds : secondsBetween(from, target)
  // The port says what is wrong with an instant that is past.
  if (whole <= 0) return act('/clock/advance', { to: target })
  const fired = []
  let now = from
  let piece = firstPiece
  const ended = (more) => ({ now, fired, bounded_by: null, ...more })
  for (;;) {
    const left = whole - secondsBetween(from, now)
    if (isCancelled()) return ended({ cancelled: true })
    if (left <= 0) return ended({ bounded_by: target === undefined ? 'max_seconds' : null })
    if (target === undefined && fired.length >= most.fired) return ended({ bounded_by: 'max_fired' })
    const bounds = { max_seconds: Math.min(left, most.secondsOfCall), max_fired: piece }
    const started = performance.now()
    const step = await act('/clock/advance', { until: 'idle', ...bounds })
    fired.push(...step.fired)
    now = step.now
    piece = nextPiece(piece, performance.now() - started)
    if (step.bounded_by === 'max_fired') {
      onPiece({ now, fired: fired.length, part: target === undefined ? undefined : secondsBetween(from, now) / whole })
      continue
    }
    if (target === undefined) return ended({ bounded_by: step.bounded_by })
    const last = await act('/clock/advance', { to: target })
    fired.push(...last.fired)
    now = last.now
    return ended()
  }
}
