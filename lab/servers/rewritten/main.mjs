import { createServer, request } from 'node:http'

const { LAB_BACKEND_PORT: backend, LAB_PORT: port, LAB_VARIANT: variant } = process.env
const isTime = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
const escaped = (text, characters) =>
  text.replace(characters, (one) => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
const dotnet = (text) => escaped(text, /[<>&'+`]|[^ -~]/g).replaceAll('\\"', '\\u0022')
const rails = (text) => escaped(text, /[<>&\u2028\u2029]/g)
const withFraction = (digits, end) => (value) =>
  isTime(value)
    ? new Date(value).toISOString().replace(/\.(\d+)Z$/, (_, ms) => `.${ms.padEnd(digits, '0')}${end}`)
    : value
const isDefault = (value) => value === null || value === false || value === 0
const habits = {
  dotnet: { value: withFraction(7, 'Z'), text: dotnet },
  'dotnet-null': { value: (value) => (value === null ? undefined : value), text: dotnet },
  'dotnet-default': { value: (value) => (isDefault(value) ? undefined : value), text: dotnet },
  'dotnet-offset': { value: withFraction(7, '+00:00'), text: dotnet },
  rails: { value: withFraction(3, 'Z'), text: rails, headers: { etag: 'W/"0af3"', 'x-runtime': '0.012' } },
  'rails-decimal': {
    value: (value) => (typeof value === 'string' && /^\d+\.\d\d$/.test(value) ? value.replace(/0$/, '') : value),
    text: rails,
  },
}
const { value: written, text: spelt, headers: added = {} } = habits[variant]
const walk = (value) => {
  if (Array.isArray(value)) return value.map(walk)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).map(([name, one]) => [name, written(walk(one))])
  return Object.fromEntries(kept.filter(([, one]) => one !== undefined))
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
    outgoing.writeHead(answer.statusCode, { ...kept, ...added, ...length }).end(sent)
  })
  upstream.on('error', () => outgoing.destroy())
  incoming.pipe(upstream)
}).listen(Number(port), '127.0.0.1')
