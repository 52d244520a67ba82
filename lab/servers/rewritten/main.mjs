import { createServer, request } from 'node:http'

const { LAB_BACKEND_PORT: backend, LAB_PORT: port, LAB_VARIANT: variant } = process.env
const spelt = (text) =>
  text
    .replace(/[<>&'+`]|[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
    .replaceAll('\\"', '\\u0022')
const isLeftOut = {
  'dotnet-null': (value) => value === null,
  'dotnet-default': (value) => value === null || value === false || value === 0,
}[variant]
const walk = (value) => {
  if (Array.isArray(value)) return value.map(walk)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([, one]) => !isLeftOut(one))
  return Object.fromEntries(kept.map(([name, one]) => [name, walk(one)]))
}

createServer((incoming, outgoing) => {
  const { 'accept-encoding': _, ...headers } = incoming.headers
  const { method, url: path } = incoming
  const upstream = request({ host: '127.0.0.1', port: backend, path, method, headers }, async (answer) => {
    const body = Buffer.concat(await answer.toArray())
    const { 'transfer-encoding': __, 'content-length': ___, ...kept } = answer.headers
    const isJson = /json/.test(kept['content-type'] ?? '') && body.length > 0
    const sent = isJson ? Buffer.from(spelt(JSON.stringify(walk(JSON.parse(body))))) : body
    const length = method === 'HEAD' || answer.statusCode === 204 ? {} : { 'content-length': sent.length }
    outgoing.writeHead(answer.statusCode, { ...kept, ...length }).end(sent)
  })
  upstream.on('error', () => outgoing.destroy())
  incoming.pipe(upstream)
}).listen(Number(port), '127.0.0.1')
