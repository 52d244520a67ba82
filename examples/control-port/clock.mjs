// The smallest control port: the clock of a server under test, which can be read and moved forward. `node clock.mjs 4011`
// The server asks `now()` wherever it would ask for the time of the day, and `onMoved` runs what fell due meanwhile.
import { createServer } from 'node:http'

let aheadMs = 0

/** What the server takes for the time: of orders, events, tokens, links, keys and retries. */
export const now = () => new Date(Date.now() + aheadMs)

/** Put in what your server does when time has passed: retries, the end of a hold, and so on. It answers when that is done. */
const onMoved = async () => {}

const port = Number(process.argv[2] ?? 4011)

const answer = (response, status, body) => {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body))
}

const refuse = (response, status, code, message) => answer(response, status, { code, message, details: [] })

const readJson = async (request) => {
  let text = ''
  for await (const part of request) text += part
  return JSON.parse(text)
}

const routes = {
  'GET /clock': (_request, response) => answer(response, 200, { now: now().toISOString(), mode: 'real', upcoming: [] }),
  async 'POST /clock/advance'(request, response) {
    const { seconds } = await readJson(request).catch(() => ({}))
    if (!Number.isFinite(seconds) || seconds < 0)
      return refuse(response, 422, 'unusable', 'seconds must be a number from 0 on; send {"seconds": 60}.')
    aheadMs += seconds * 1000
    await onMoved()
    answer(response, 200, { now: now().toISOString(), fired: [] })
  },
}

const server = createServer((request, response) => {
  // On this machine alone, and for no page of a browser.
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  if (!['127.0.0.1', 'localhost'].includes(host) || request.headers.origin !== undefined)
    return refuse(response, 403, 'forbidden', 'The control port answers programs on this machine alone.')
  const route = routes[`${request.method} ${request.url.split('?')[0]}`]
  // Whatever else fixtures/control.yaml has is not offered: assay does not test what needs it.
  if (!route) return refuse(response, 404, 'not_found', `This port has no ${request.method} ${request.url}.`)
  return route(request, response)
})

server.listen(port, '127.0.0.1', () => {
  process.stdout.write(`control_url: http://127.0.0.1:${server.address().port}\n`)
})
