// How the CPU time of some work grows with what it is given, without a word about how long it takes, or what else runs.

const quickest = (work: () => void): number => {
  let best = Infinity
  for (let turn = 0; turn < 7; turn += 1) {
    const began = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(began)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

/** How many times longer the work takes for eight times as much: about 8 where it is linear, 64 where it is quadratic. */
export const growthOf = (work: (size: number) => () => void, size: number): number => {
  const [few, many] = [work(size), work(8 * size)]
  few()
  return quickest(many) / Math.max(quickest(few), 0.02)
}

/** Between the two. */
export const quadratic = 24
