// The wire clock of this process in the hands of a test: it stands still, or goes on, but for what the test lets pass.

/** Lets that many milliseconds of wire time pass, at once. */
type Pass = (ms: number) => void

/** A simulator of this process reads wire time from `Date.now` and `performance.now`. */
export const withWireClock = async <T>(work: (pass: Pass) => Promise<T>, { goesOn = false } = {}): Promise<T> => {
  const { now: wall } = Date
  const monotonic = performance.now.bind(performance)
  const began = { wall: Date.now(), monotonic: performance.now() }
  let passed = 0
  Date.now = () => (goesOn ? wall() : began.wall) + passed
  performance.now = () => (goesOn ? monotonic() : began.monotonic) + passed
  try {
    return await work((ms) => void (passed += ms))
  } finally {
    Date.now = wall
    performance.now = monotonic
  }
}
