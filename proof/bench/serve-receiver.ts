// A webhook receiver in a process of its own: answers with the status that it is given, and keeps the last request.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { answerTo } from './worker.ts'

export type Received = { count: number; headers: string[]; body: string }

let status = 204
const received: Received = { count: 0, headers: [], body: '' }
const server = createServer(async (request, response) => {
  received.body = (await buffer(request)).toString()
  received.headers = request.rawHeaders
  received.count += 1
  response.writeHead(status).end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

answerTo(
  {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    answer(given: number) {
      status = given
    },
    received: () => received,
  },
  () => server.close(),
)
