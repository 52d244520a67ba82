// Where in assay an error came from, for the person who reports it.
import { fileURLToPath } from 'node:url'

/** Whatever the folder of assay is called, its name is no part of a place. */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/dist\/$/, '')

/** The first place of ours in the stack, from the folder of the part on; null where there is none. */
export const placeOf = (error: unknown): string | null => {
  const { stack } = (error ?? {}) as { stack?: unknown }
  const [, place] =
    /((?:conformance|reports|simulator|tests)\/[^\s)]+:\d+:\d+)/.exec(String(stack ?? '').replaceAll(root, '')) ?? []
  return place ?? null
}
