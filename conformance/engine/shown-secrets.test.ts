// What an answer calls a secret is found, and what the request sent itself is not.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { shownSecrets } from './shown-secrets.ts'

const answered = (body: string, { headers = [], sent = '' }: { headers?: [string, string][]; sent?: string } = {}) =>
  ({
    request: { method: 'GET', url: 'https://x/v1/webhook', headers: [], body: Buffer.from(sent) },
    response: { status: 200, headers, body: Buffer.from(body) },
  }) as unknown as Answered

const value = 'live-9f8e7d6c5b4a3210'

t.test('by its name, in every form', async (t) => {
  for (const body of [
    `{"secret": "${value}"}`,
    `{"data":{"client_secret":"${value}"}}`,
    `access_token=${value}&token_type=bearer`,
    `<refresh_token>${value}</refresh_token>`,
    `{"message":"{\\"apiKey\\":\\"${value}\\"}"}`,
    `the password: ${value}`,
  ])
    t.strictSame(shownSecrets(answered(body)), [value], body)
  t.strictSame(shownSecrets(answered('', { headers: [['Set-Cookie', `sid=${value}; Path=/`]] })), [value])
})

t.test('and nothing else', async (t) => {
  for (const body of [
    '{"secret":null}',
    '{"secret":"configured-some-time-ago"}',
    `{"token_type":"${value}"}`,
    `{"next_page_token":"${value}"}`,
    `{"id":"${value}"}`,
    '{"secret":"short-1"}',
  ])
    t.strictSame(shownSecrets(answered(body)), [], body)
  t.strictSame(shownSecrets(answered(`{"secret":"${value}"}`, { sent: `{"secret":"${value}"}` })), [], 'it was made up')
})
