// Something to be done after some time, which keeps no process alive.

/** Of a timer; what is later than that is never. */
const latestMs = 2 ** 31 - 1

export const later = (ms: number, call: () => void): void => {
  if (ms <= latestMs) setTimeout(call, ms).unref()
}
