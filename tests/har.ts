// What HAR 1.2 requires of a file, as its specification lists it, and what is wrong with one.
type Json = Record<string, unknown>

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

const message = { httpVersion: 'string', cookies: 'array', headers: 'array', headersSize: 'number', bodySize: 'number' }

const required: Record<string, Record<string, string>> = {
  log: { version: 'string', creator: 'object', entries: 'array' },
  creator: { name: 'string', version: 'string' },
  entry: {
    startedDateTime: 'string',
    time: 'number',
    request: 'object',
    response: 'object',
    cache: 'object',
    timings: 'object',
  },
  request: { method: 'string', url: 'string', queryString: 'array', ...message },
  response: { status: 'number', statusText: 'string', content: 'object', redirectURL: 'string', ...message },
  content: { size: 'number', mimeType: 'string' },
  postData: { mimeType: 'string', text: 'string' },
  timings: { send: 'number', wait: 'number', receive: 'number' },
  pair: { name: 'string', value: 'string' },
}

const lacks = (where: string, what: string, value: unknown): string[] =>
  Object.entries(required[what]!)
    .filter(([name, kind]) => kindOf((value as Json | undefined)?.[name]) !== kind)
    .map(([name, kind]) => `${where}.${name} is no ${kind}`)

const pairs = (where: string, list: unknown): string[] =>
  (list as unknown[]).flatMap((one, n) => lacks(`${where}[${n}]`, 'pair', one))

const iso8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

const entryFaults = (entry: Json, n: number): string[] => {
  const at = `entries[${n}]`
  const found = lacks(at, 'entry', entry)
  if (found.length > 0) return found
  const { request, response, timings, time, startedDateTime } = entry as Record<string, Json>
  found.push(...lacks(`${at}.request`, 'request', request), ...lacks(`${at}.response`, 'response', response))
  found.push(...lacks(`${at}.timings`, 'timings', timings))
  if (found.length > 0) return found
  found.push(...lacks(`${at}.response.content`, 'content', response!['content']))
  if (request!['postData']) found.push(...lacks(`${at}.request.postData`, 'postData', request!['postData']))
  for (const [name, one] of Object.entries({ request, response })) {
    found.push(...pairs(`${at}.${name}.headers`, one!['headers']), ...pairs(`${at}.${name}.cookies`, one!['cookies']))
  }
  found.push(...pairs(`${at}.queryString`, request!['queryString']))
  if (!iso8601.test(String(startedDateTime))) found.push(`${at}.startedDateTime is no ISO 8601 date`)
  if (!URL.canParse(String(request!['url']))) found.push(`${at}.request.url is no absolute URL`)
  const sum = Object.values(timings!).reduce<number>((all, one) => all + Math.max(0, one as number), 0)
  if (Math.abs(sum - Number(time)) > 0.01) found.push(`${at}.time is ${time}, its timings add up to ${sum}`)
  return found
}

/** Empty for a valid file. */
export const harFaults = (har: unknown): string[] => {
  const log = (har as Json)['log'] as Json
  const found = [...lacks('log', 'log', log), ...lacks('log.creator', 'creator', log['creator'])]
  if (log['version'] !== '1.2') found.push('log.version is not 1.2')
  return [...found, ...((log['entries'] ?? []) as Json[]).flatMap(entryFaults)]
}
