// The parts that a CPU profile of V8 spends its time in: folders of ours, packages, Node itself, the collector.

/** What `node --cpu-prof` writes, as far as it is read here; times are microseconds. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
  timeDeltas: number[]
}

const program = /\/dist\/((?:simulator|conformance|reports|fixtures|proof)(?:\/[^/]+(?=\/))?)/
const npm = /\/node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*\/node_modules\/)/

/** What has no address is V8 or native code, such as `(garbage collector)` and `writev`. */
const partOf = ({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string =>
  url.startsWith('node:') ? 'node' : (npm.exec(url)?.[1] ?? program.exec(url)?.[1] ?? (functionName || 'other'))

/** Seconds that the process was not idle, and each part's share of them, the largest first. */
export const partsOf = ({
  nodes,
  samples,
  timeDeltas,
}: CpuProfile): { seconds: number; parts: { part: string; share: number }[] } => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)!
    if (frame.functionName === '(idle)') continue
    const part = partOf(frame)
    times.set(part, (times.get(part) ?? 0) + timeDeltas[index]!)
  }
  const all = [...times.values()].reduce((sum, time) => sum + time, 0)
  const parts = [...times].map(([part, time]) => ({ part, share: time / all }))
  return { seconds: all / 1e6, parts: parts.toSorted((one, other) => other.share - one.share) }
}
