// The host that a request names: once, as two servers on the way may each believe another one.
import type { IncomingMessage } from 'node:http'

export const namesTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host').length > 1
