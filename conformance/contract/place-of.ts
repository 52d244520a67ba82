// Where in assay an error came from, for whoever reports it.

/** The first place of ours in the stack, from the folder of the part on; null where there is none. */
export const placeOf = (error: unknown): string | null => {
  const { stack } = (error ?? {}) as { stack?: unknown }
  const [, place] = /((?:conformance|reports|simulator|tests)\/[^\s)]+:\d+:\d+)/.exec(String(stack ?? '')) ?? []
  return place ?? null
}
