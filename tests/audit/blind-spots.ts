// What recorders leave out or write otherwise, each done to a recording that has all of it.

type Named = { name: string; value: string }

export type Entry = {
  startedDateTime: string
  time: number
  _kind?: string
  request: {
    method: string
    url: string
    headers: Named[]
    queryString?: Named[]
    bodySize?: number
    postData?: { mimeType: string; text?: string }
  }
  response: { status: number; headers: Named[]; content: { size?: number; mimeType?: string; text?: string } }
}

const names = (change: (name: string) => string) => (entry: Entry) => {
  for (const header of [...entry.request.headers, ...entry.response.headers]) header.name = change(header.name)
}

const withoutHeader = (wanted: RegExp) => (entry: Entry) => {
  entry.request.headers = entry.request.headers.filter(({ name }) => !wanted.test(name))
}

const isSecret = /^(authorization|idempotency-key|x-service-signature)$/i

const cut = 40

/** Each changes one entry. */
export const blindSpots: Record<string, (entry: Entry, index: number) => void> = {
  'no bodies of requests': ({ request }) => void delete request.postData,
  'no bodies of requests, and their sizes as 0': ({ request }) => {
    delete request.postData
    request.bodySize = 0
  },
  'no bodies of requests, and no sign of them': ({ request }) => {
    delete request.postData
    request.bodySize = 0
    request.headers = request.headers.filter(({ name }) => !/^content-/i.test(name))
  },
  'no bodies of multipart requests': ({ request }) => {
    if (!request.postData?.mimeType.startsWith('multipart/')) return
    delete request.postData
    request.bodySize = 0
  },
  'no bodies of answers': ({ response }) => void delete response.content.text,
  'no bodies at all': ({ request, response }) => {
    delete request.postData
    delete response.content.text
  },
  'no Authorization': withoutHeader(/^authorization$/i),
  'no Authorization, and no bodies': (entry) => {
    withoutHeader(/^authorization$/i)(entry)
    delete entry.request.postData
    delete entry.response.content.text
  },
  'no headers of requests': ({ request }) => void (request.headers = []),
  'no headers of answers': ({ response }) => void (response.headers = []),
  'secrets as one mark': ({ request }) => {
    for (const header of request.headers) if (isSecret.test(header.name)) header.value = '[redacted]'
  },
  'secrets as one mark, in bodies too': ({ request, response }) => {
    for (const header of request.headers) if (isSecret.test(header.name)) header.value = 'REDACTED'
    const hidden = (text: string): string =>
      text
        .replaceAll(/((?:client_id|client_secret)=)[^&]+/g, '$1REDACTED')
        .replaceAll(/("(?:access_token|client_id|client_secret|secret)":\s*")[^"]+/g, '$1REDACTED')
    if (request.postData?.text) request.postData.text = hidden(request.postData.text)
    if (response.content.text) response.content.text = hidden(response.content.text)
  },
  'no answers, as status 0': ({ response }) => void Object.assign(response, { status: 0, headers: [], content: {} }),
  'no answers, as status -1': ({ response }) => void Object.assign(response, { status: -1, headers: [], content: {} }),
  'lost answers as status -1': ({ response }) => void (response.status ||= -1),
  'no queries': ({ request }) => {
    request.url = request.url.split('?')[0]!
    request.queryString = []
  },
  'bodies cut off': ({ request, response }) => {
    if (request.postData?.text) request.postData.text = request.postData.text.slice(0, cut)
    if (response.content.text) response.content.text = response.content.text.slice(0, cut)
  },
  'bodies cut off, and their sizes unknown': ({ request, response }) => {
    request.bodySize = -1
    if (request.postData?.text) request.postData.text = request.postData.text.slice(0, cut)
    if (response.content.text) response.content.text = response.content.text.slice(0, cut)
    delete response.content.size
  },
  'names of headers in small letters': names((name) => name.toLowerCase()),
  'names of headers in capitals': names((name) => name.toUpperCase()),
  'instants of whole seconds': (entry) => void (entry.startedDateTime = entry.startedDateTime.replace(/\.\d+Z$/, 'Z')),
  'durations unknown': (entry) => void (entry.time = -1),
}

const elsewhere = (method: string, url: string, status: number, given: object = {}): object => ({
  startedDateTime: '2026-01-05T09:00:00.500Z',
  time: 5,
  request: { method, url, headers: [{ name: 'Accept', value: '*/*' }], bodySize: 0, ...given },
  response: { status, headers: [], content: { text: '{"id":"42"}' } },
})

const odd = { postData: { mimeType: 'application/json', text: '{"orderType":7}' } }

/** Calls of the client to others, whose paths look like the contract's. */
export const others: object[] = [
  elsewhere('POST', 'https://los.example.org/v1/orders', 201, odd),
  elsewhere('GET', 'https://crm.example.org/v1/account', 200),
  elsewhere('POST', 'https://login.example.org/oauth/token', 200, odd),
  elsewhere('POST', 'https://login.example.org/v1/oauth/token', 200, odd),
  elsewhere('GET', 'http://files.example.org/v1/documents/42', 200),
]
