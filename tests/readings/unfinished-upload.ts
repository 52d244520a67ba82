// A large upload of which the last bytes do not come: whether the service answers before them.
import { connect } from 'node:net'
import { pdf, upload } from '../simulator/samples.ts'
import type { Api } from '../simulator/support.ts'

/** A large upload is answered before it was sent whole, or waited for. */
export const waitsForAll = async (api: Api) => {
  const { id } = await api.create()
  const { headers, body } = upload({ value: pdf(27_000_000) })
  const { hostname, port, pathname } = new URL(`${api.simulator.sandboxUrl}/orders/${id}/documents`)
  const token = await api.token('main')
  return new Promise((resolve) => {
    const finish = (seen: string) => (resolve(seen), socket.destroy())
    const socket = connect(Number(port), hostname)
    const lines = [
      `POST ${pathname} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${token}`,
      `Content-Type: ${headers['content-type']}`,
      `Content-Length: ${body.length + 10}`,
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    // An answer to later calls shows that the service, which reads in the same process, has had the time to answer this one.
    socket.write(body, async () => {
      for (let call = 0; call < 20; call += 1) await api.call(null, 'GET', '/ping')
      finish('nothing yet')
    })
    socket.once('data', (chunk) => finish(chunk.toString().slice(9, 12)))
  })
}
