// What comes with a call each time that it is made: a single coincidence may be due to others.

/** `again` makes the call again and gives what came with it; nothing is left as soon as nothing came with one. */
export const persistsOnRetry = async <T>(
  first: readonly T[],
  again: () => Promise<readonly T[]>,
): Promise<readonly T[]> => {
  let found = first
  for (let time = 0; time < 2 && found.length > 0; time += 1) found = await again()
  return found
}
