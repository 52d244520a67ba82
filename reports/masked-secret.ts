// A webhook secret in the body of a recorded call: it is masked there, and a script or a replay sends one of its own in its place.
import { maskMark } from './path-of.ts'

/** In the place of a masked secret: the second one of the script. */
export const laterMark = maskMark.repeat(2)

/** In the place of a masked secret: a long one with signs that are written otherwise in other texts. */
export const oddMark = maskMark.repeat(3)

/** The body with a text in the place of its masked secret. */
export const withOwnSecret = (body: string, secret: string): string =>
  body.replace(/("secret"\s*:\s*")•••(?=")/, (_, before: string) => before + secret)
