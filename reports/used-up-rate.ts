// The line of a script that uses up the rate, where an answer to one call too many is judged.

/** More than the rate allows in a minute. */
export const burst = 700

/** One process sends them all, within the minute: a fragment stays with curl, which counts in it. */
export const usingUp = (call: string, address: string): string =>
  call.replace('curl -sik', 'curl -sk -o /dev/null').replace(address, `${address}'#[1-${burst}]'`)
