// Whether an address that was given leads to an order of the environment that was called.
import { plainPath } from '../evidence/plain-path.ts'

type Called = {
  id: string
  /** The address of the call that gave it. */
  url: string
  /** That of the environment. */
  base: string
  /** That of the other environment, where it is known. */
  other?: string | undefined
}

/** Below the base address; a configured public address may have another host and path, but does not lie in the other environment. */
export const leadsToOrder = (location: string, { id, url, base, other }: Called): boolean => {
  if (!URL.canParse(location, url)) return false
  const [given, called] = [new URL(location, url), new URL(url)]
  if (given.origin === called.origin) return plainPath(given) === `${plainPath(base)}/orders/${id}`
  const isOfOther =
    other !== undefined &&
    given.origin === new URL(other).origin &&
    plainPath(given).startsWith(plainPath(other.endsWith('/') ? other : `${other}/`))
  return !isOfOther && plainPath(given).endsWith(`/orders/${id}`)
}
