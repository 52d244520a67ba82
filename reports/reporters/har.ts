// HAR 1.2: every exchange of the run, for the tools that people already read traffic with; secrets were masked before.
import type { RecordedBody, RecordedExchange, RecordedHeaders } from '../run-record.ts'
import { firstLine } from '../headline.ts'
import { isSimulatedIn, type Run } from '../summary.ts'

const pairs = (headers: RecordedHeaders) => headers.map(([name, value]) => ({ name, value }))

const headerOf = (headers: RecordedHeaders, name: string): string =>
  headers.find(([given]) => given.toLowerCase() === name)?.[1] ?? ''

const searchOf = (url: string): URLSearchParams =>
  URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()

const content = (body: RecordedBody, mimeType: string) => ({
  size: body?.bytes ?? 0,
  mimeType,
  ...(body?.text !== undefined && { text: body.text }),
  ...(body?.base64 !== undefined && { text: body.base64, encoding: 'base64' }),
  ...(body?.cut && { comment: `cut; sha256 of the whole: ${body.sha256}` }),
})

const entryOf = ({ id, source, operation, request, response, failure, started_at, ms }: RecordedExchange) => {
  const mime = headerOf(request.headers, 'content-type')
  return {
    startedDateTime: started_at,
    time: ms,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: [...searchOf(request.url)].map(([name, value]) => ({ name, value })),
      ...(request.body && {
        postData: {
          mimeType: mime,
          text: request.body.text ?? request.body.base64 ?? '',
          ...(request.body.text === undefined && { comment: 'in base64' }),
        },
      }),
      headersSize: -1,
      bodySize: request.body?.bytes ?? 0,
    },
    response: {
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(response?.headers ?? []),
      content: content(response?.body ?? null, headerOf(response?.headers ?? [], 'content-type')),
      redirectURL: headerOf(response?.headers ?? [], 'location'),
      headersSize: -1,
      bodySize: response?.body?.bytes ?? 0,
      ...(failure && { _error: failure.message }),
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    comment: [id, operation, source].filter((part) => part !== null).join(' '),
  }
}

export const harLog = (run: Run): string => {
  const { name, version } = run.started?.suite ?? { name: 'assay', version: '0' }
  const entries = run.exchanges.map(entryOf)
  const isSimulated = isSimulatedIn(run)
  const comment = `${isSimulated === null ? '' : `Simulated target: ${isSimulated}. `}${firstLine(run)}`
  return `${JSON.stringify({ log: { version: '1.2', creator: { name, version }, entries, comment } })}\n`
}
