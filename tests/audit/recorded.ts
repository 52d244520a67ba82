// Small recordings as tools write them, entry by entry, on one clock.

type Given = {
  /** Milliseconds since the end of the entry before. */
  wait?: number
  headers?: Record<string, string>
  body?: string
  type?: string
  status?: number
  answer?: unknown
  answerHeaders?: Record<string, string>
  /** Fields of the entry, its request and its response that stand in the place of these. */
  entry?: object
  request?: object
  response?: object
}

const serviceBase = 'https://api.lender.example/sandbox/v1'
export const bearer = { Authorization: 'Bearer tok-abcdefgh-1' }

const pairs = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => ({ name, value }))

export const createRecording = (base = serviceBase) => {
  const entries: object[] = []
  let at = Date.UTC(2026, 10, 28, 10)
  const ms = 10
  return {
    add(method: string, path: string, given: Given = {}): void {
      const { wait = 5000, headers = bearer, body, type = 'application/json', status = 200, answer } = given
      at += wait
      entries.push({
        startedDateTime: new Date(at).toISOString(),
        time: ms,
        request: {
          method,
          url: path.includes('://') ? path : base + path,
          bodySize: body?.length ?? 0,
          headers: pairs({ ...headers, ...(body !== undefined && { 'Content-Type': type }) }),
          ...(body !== undefined && { postData: { mimeType: type, text: body } }),
          ...given.request,
        },
        response: {
          status,
          headers: pairs(given.answerHeaders ?? {}),
          content: { mimeType: 'application/json', ...(answer !== undefined && { text: JSON.stringify(answer) }) },
          ...given.response,
        },
        ...given.entry,
      })
      at += ms
    },
    har: () => JSON.stringify({ log: { version: '1.2', creator: { name: 'a tool', version: '1' }, entries } }),
  }
}

type Recording = ReturnType<typeof createRecording>

/** A request that fails and is sent again after each of these waits; the last one succeeds. */
export const attempts = (recording: Recording, waits: readonly number[], status = 500, answerHeaders = {}): void => {
  recording.add('GET', '/account', { status, answerHeaders })
  for (const [index, wait] of waits.entries())
    recording.add('GET', '/account', { wait, status: index === waits.length - 1 ? 200 : status, answerHeaders })
}

export const basic = (id: string, secret: string): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

const form = 'application/x-www-form-urlencoded'

export const askToken = (recording: Recording, given: Given & { token?: string } = {}): void =>
  recording.add('POST', '/oauth/token', {
    headers: basic('cli_demo', 'a-long-secret'),
    body: 'grant_type=client_credentials',
    type: form,
    ...(given.token !== undefined && {
      answer: { access_token: given.token, token_type: 'Bearer', expires_in: 3600, scope: 'lender' },
    }),
    ...given,
  })

export const order = JSON.stringify({
  order_type_code: '1004',
  due_date: '2099-01-15',
  loan: { purpose: 'refinance' },
  property: { address: { postal_code: '78701' }, type: 'single_family', occupancy: 'primary_residence' },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'A',
      last_name: 'B',
      contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
    },
  ],
})
