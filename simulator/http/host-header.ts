// The host that a request names: once, as two servers on the way may each believe another one.
import type { IncomingMessage } from 'node:http'
import { remembered } from '../lib/remembered.ts'

/** Whether it can stand in a URL, with or without a port. */
export const isHost = remembered((host: string) => URL.canParse(`http://${host}`) && !/[/?#@\\]/.test(host), 1_000)

export const namesTwoHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let named = 0
  for (let n = 0; n < rawHeaders.length; n += 2)
    if (rawHeaders[n]!.length === 4 && rawHeaders[n]!.toLowerCase() === 'host') named += 1
  return named > 1
}
