// Work in steps of which some may wait: it is done at once where none does, as a promise costs more than most steps.

/** Yields what may be a promise, and returns its result; a refusal is thrown where it was yielded. */
export type Steps<T> = Generator<unknown, T, unknown>

const later = async <T>(steps: Steps<T>, first: Promise<unknown>): Promise<T> => {
  let step: IteratorResult<unknown, T> = { done: false, value: first }
  while (!step.done) {
    let came = step.value
    if (came instanceof Promise) {
      try {
        came = await came
      } catch (error) {
        step = steps.throw(error)
        continue
      }
    }
    step = steps.next(came)
  }
  return step.value
}

export const take = <T>(steps: Steps<T>): T | Promise<T> => {
  let step = steps.next()
  while (!step.done) {
    if (step.value instanceof Promise) return later(steps, step.value)
    step = steps.next(step.value)
  }
  return step.value
}
