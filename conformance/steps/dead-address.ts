// An address of our receiver's host at which nobody answers.
import { createServer, type AddressInfo } from 'node:net'
import { isLoopback } from '../sut/addresses.ts'

const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

// Nothing has listened on the port of the discard protocol for decades.
const discard = 9

export const deadAddress = async (receiverUrl: string): Promise<string> => {
  const url = new URL(receiverUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  url.port = String(isLoopback(receiverUrl) ? await freePort(host) : discard)
  return url.href
}
