// Stands before a simulator and adds fields to each object of its answers, as a later version of the service may.
import { createServer } from 'node:http'

const withMore = (value) => {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).map(([name, inner]) => [name, withMore(inner)])
  return { ...Object.fromEntries(kept), later_text: 'new', later_object: { any: [1, null] } }
}

/** Reads only: requests without a body. */
export const startNewer = async (base) => {
  const { origin, pathname } = new URL(base)
  const server = createServer(async ({ url, headers }, response) => {
    const { authorization = '' } = headers
    const answer = await fetch(origin + url, { headers: { authorization } })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(withMore(await answer.json())))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { base: `http://127.0.0.1:${server.address().port}${pathname}`, stop: () => server.close() }
}
