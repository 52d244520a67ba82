// The path of a URL by what its signs stand for, be they escaped or not.
import { decoded } from '../../reports/decoded.ts'

export const plainPath = (url: string | URL): string => decoded(new URL(url).pathname)

/** The order that an address names; the base address may have an `orders` of its own. */
export const orderIn = (url: string): string | undefined => {
  const steps = plainPath(url).split('/')
  return steps[steps.lastIndexOf('orders') + 1] || undefined
}
