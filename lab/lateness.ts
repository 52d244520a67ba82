// How late the timers of this machine are while something runs: where others load it, what depends on the length of waits cannot be measured.
const everyMs = 20

export const watchLateness = (): { worstMs(): number; stop(): void } => {
  let worst = 0
  let due = performance.now() + everyMs
  const timer = setInterval(() => {
    const now = performance.now()
    worst = Math.max(worst, now - due)
    due = now + everyMs
  }, everyMs)
  return { worstMs: () => Math.round(worst), stop: () => clearInterval(timer) }
}
