// Which tests of a queue are run next by `npm run check`: those that fit into the time that is left, some in one process.

type Given = {
  /** How long a test takes, in seconds. */
  secondsOf: (file: string) => number
  /** Whether it needs a process of its own. */
  isAlone: (file: string) => boolean
}

/** So few that the last process ends soon after the others. */
const together = 6

/**
 * Takes them from the queue; a test that needs a process of its own and does not come first is left there.
 * @returns `skipped`: what would take longer than what is left
 */
export const nextTests = (
  queue: string[],
  seconds: number,
  { secondsOf, isAlone }: Given,
): { files: string[]; skipped: string[] } => {
  const files: string[] = []
  const skipped: string[] = []
  let left = seconds
  while (queue.length > 0 && files.length < together) {
    const [file] = queue as [string]
    const alone = isAlone(file)
    if (alone && files.length > 0) break
    queue.shift()
    if (secondsOf(file) > left) {
      skipped.push(file)
      continue
    }
    left -= secondsOf(file)
    files.push(file)
    if (alone) break
  }
  return { files, skipped }
}
