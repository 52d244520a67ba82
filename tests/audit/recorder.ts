// A recording proxy in a function: sends requests on, loses or replaces answers as planned, and writes plain HAR on a clock of its own.

type Outcome =
  /** The answer is lost; the request was carried out. */
  | 'lost'
  /** The answer is replaced; `done`: the request was carried out before. */
  | { status: number; headers?: Record<string, string>; body?: unknown; done?: true }
  /** The answer is changed on its way. */
  | { change: (body: Record<string, unknown>) => unknown }

export type Clock = { now(): number; sleep(ms: number): Promise<void> }

export type Recorder = {
  fetch(request: Request): Promise<Response>
  /** Outcomes of the next requests of a kind, such as `POST /orders/{}/hold`. */
  plan(kind: string, ...outcomes: Outcome[]): void
  /** Entries of another kind, such as deliveries. */
  add(entry: Record<string, unknown>): void
  har(): string
}

const kindOf = (request: Request): string =>
  `${request.method} ${new URL(request.url).pathname.replace(/^.*?\/v\d+/, '').replaceAll(/\/[a-z]{2,4}_[^/]+/g, '/{}')}`

const isText = (type: string): boolean => /json|text|xml|form-urlencoded/.test(type)

/** As bytes: a body that is no text stands in HAR as base64. */
const contentOf = (bytes: Uint8Array, type: string) =>
  isText(type)
    ? { mimeType: type, text: Buffer.from(bytes).toString('utf8') }
    : { mimeType: type, text: Buffer.from(bytes).toString('base64'), encoding: 'base64' }

const latencyMs = 20

/** @param routes where an origin really is */
export const createRecorder = (clock: Clock, routes: ReadonlyMap<string, string>): Recorder => {
  const entries: Record<string, unknown>[] = []
  const plans = new Map<string, Outcome[]>()

  /** Null where no whole answer came. */
  const forward = async (request: Request, body: Uint8Array): Promise<Response | null> => {
    const url = new URL(request.url)
    const target = `${routes.get(url.origin) ?? url.origin}${url.pathname}${url.search}`
    const headers = new Headers(request.headers)
    headers.delete('origin')
    const hasBody = body.length > 0
    try {
      const answer = await fetch(target, {
        method: request.method,
        headers,
        ...(hasBody && { body }),
        redirect: 'manual',
      })
      const { status } = answer
      return new Response(new Uint8Array(await answer.arrayBuffer()), { status, headers: answer.headers })
    } catch {
      return null
    }
  }

  return {
    async fetch(request) {
      const body = new Uint8Array(await request.clone().arrayBuffer())
      const started = clock.now()
      const [planned] = plans.get(kindOf(request))?.splice(0, 1) ?? []
      const isReplaced = typeof planned === 'object' && 'status' in planned
      const real = isReplaced && !planned.done ? null : await forward(request, body)
      let answer = real
      if (isReplaced) {
        const headers = { 'content-type': 'application/json', ...planned.headers }
        answer = new Response(JSON.stringify(planned.body ?? {}), { status: planned.status, headers })
      } else if (typeof planned === 'object' && real !== null) {
        const changed = planned.change((await real.json()) as Record<string, unknown>)
        answer = new Response(JSON.stringify(changed), { status: real.status, headers: real.headers })
      }
      const got = new Uint8Array((await answer?.clone().arrayBuffer()) ?? [])
      await clock.sleep(latencyMs)
      const type = request.headers.get('content-type') ?? ''
      const isLost = planned === 'lost'
      entries.push({
        startedDateTime: new Date(started).toISOString(),
        time: clock.now() - started,
        request: {
          method: request.method,
          url: request.url,
          httpVersion: 'HTTP/1.1',
          headers: [...request.headers].map(([name, value]) => ({ name, value })),
          queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value })),
          cookies: [],
          ...(body.length > 0 && { postData: contentOf(body, type) }),
          headersSize: -1,
          bodySize: body.length,
        },
        response:
          isLost || answer === null
            ? { status: 0, statusText: '', headers: [], content: { size: 0, mimeType: '' } }
            : {
                status: answer.status,
                statusText: '',
                headers: [...answer.headers].map(([name, value]) => ({ name, value })),
                content: { size: got.length, ...contentOf(got, answer.headers.get('content-type') ?? '') },
              },
        cache: {},
        timings: { send: 0, wait: clock.now() - started, receive: 0 },
      })
      if (isLost || answer === null) throw new Error('the answer is lost')
      return answer
    },
    plan: (kind, ...outcomes) => void plans.set(kind, [...(plans.get(kind) ?? []), ...outcomes]),
    add: (entry) => void entries.push(entry),
    har: () => JSON.stringify({ log: { version: '1.2', creator: { name: 'a proxy', version: '1' }, entries } }),
  }
}
