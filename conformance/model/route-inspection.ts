// The cheapest set of walks that take every required arc: a route inspection, by a minimum cost flow and Euler's circuits.

/** `cost` in requests; a `required` arc is walked at least once. A walk may be given up at any node at no cost. */
export type Arc = { from: string; to: string; cost: number; required: boolean }

type FlowArc = Arc & { times: number }

/** Repeats arcs until as many walks enter each node as leave it, at the least cost. */
const balance = (arcs: FlowArc[]): void => {
  const excess = new Map<string, number>()
  const shift = (node: string, by: number): void => void excess.set(node, (excess.get(node) ?? 0) + by)
  for (const arc of arcs) {
    shift(arc.from, -arc.times)
    shift(arc.to, arc.times)
  }
  for (;;) {
    const sources = [...excess].filter(([, surplus]) => surplus > 0).map(([node]) => node)
    if (sources.length === 0) return
    const path = cheapestPath(arcs, sources, (node) => (excess.get(node) ?? 0) < 0)
    for (const { arc, forward } of path) arc.times += forward ? 1 : -1
    const [first, last] = [path[0]!, path.at(-1)!]
    shift(first.forward ? first.arc.from : first.arc.to, -1)
    shift(last.forward ? last.arc.to : last.arc.from, 1)
  }
}

type Hop = { arc: FlowArc; forward: boolean }

/** Bellman's and Ford's search, since giving back a repetition has a negative cost. */
const cheapestPath = (
  arcs: readonly FlowArc[],
  sources: readonly string[],
  isGoal: (node: string) => boolean,
): Hop[] => {
  const cost = new Map<string, number>(sources.map((node) => [node, 0]))
  const cameBy = new Map<string, Hop>()
  const relax = (from: string, to: string, price: number, hop: Hop): boolean => {
    const reached = (cost.get(from) ?? Infinity) + price
    if (reached >= (cost.get(to) ?? Infinity)) return false
    cost.set(to, reached)
    cameBy.set(to, hop)
    return true
  }
  for (let changed = true; changed;) {
    changed = false
    for (const arc of arcs) {
      if (relax(arc.from, arc.to, arc.cost, { arc, forward: true })) changed = true
      const spare = arc.times - (arc.required ? 1 : 0)
      if (spare > 0 && relax(arc.to, arc.from, -arc.cost, { arc, forward: false })) changed = true
    }
  }
  const goals = [...cost].filter(([node]) => isGoal(node)).toSorted((a, b) => a[1] - b[1])
  const path: Hop[] = []
  for (let node = goals[0]![0]; cameBy.has(node);) {
    const hop = cameBy.get(node)!
    path.unshift(hop)
    node = hop.forward ? hop.arc.from : hop.arc.to
  }
  return path
}

/** Walks as lists of nodes, without the start; none is longer than the arcs demand. */
export const inspectionWalks = (arcs: readonly Arc[], start: string, pick: (choices: number) => number): string[][] => {
  const nodes = new Set(arcs.flatMap(({ from, to }) => [from, to]))
  nodes.delete(start)
  const giveUp = [...nodes].map((from): Arc => ({ from, to: start, cost: 0, required: false }))
  const flow = [...arcs, ...giveUp].map((arc): FlowArc => ({ ...arc, times: arc.required ? 1 : 0 }))
  balance(flow)
  const leaving = new Map<string, string[]>()
  for (const { from, to, times } of flow) {
    const list = leaving.get(from) ?? []
    for (let i = 0; i < times; i++) list.push(to)
    leaving.set(from, list)
  }
  const stack = [start]
  const circuit: string[] = []
  while (stack.length > 0) {
    const choices = leaving.get(stack.at(-1)!) ?? []
    if (choices.length === 0) circuit.push(stack.pop()!)
    else stack.push(...choices.splice(pick(choices.length), 1))
  }
  const walks: string[][] = []
  for (const node of circuit.toReversed()) {
    if (node === start) walks.push([])
    else walks.at(-1)!.push(node)
  }
  return walks.filter((walk) => walk.length > 0)
}
