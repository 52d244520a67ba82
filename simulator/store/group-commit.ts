// Lets callers that ask for a write at the same time share one: at most one write runs and one waits.

/** The answer resolves once a write that began after the call has ended, or rejects with that write's error. */
export function createGroupCommit(write: () => Promise<void>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting: Promise<void> | undefined
  return () => {
    if (waiting !== undefined) return waiting
    const begin = () => {
      waiting = undefined
      return write()
    }
    waiting = last.then(begin, begin)
    last = waiting
    return waiting
  }
}
