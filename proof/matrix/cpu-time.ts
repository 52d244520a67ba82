// What a piece of work takes of the processor.

/** Milliseconds since the call, in this process. */
export const startCpuTime = (): (() => number) => {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return Math.round((user + system) / 1000)
  }
}
