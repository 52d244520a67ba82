// What processors worked for the children of this process.
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Seconds of all children that have ended so far, and of theirs; Linux alone tells. */
export const cpuOfChildren = (): number | undefined => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15)
    return (Number(user) + Number(system)) / ticksPerSecond
  } catch {
    return undefined
  }
}

let counted = cpuOfChildren()

/** What was added since a child ended last. */
export const cpuOfLastChild = (): number | undefined => {
  const before = counted
  counted = cpuOfChildren()
  return before === undefined || counted === undefined ? undefined : counted - before
}
