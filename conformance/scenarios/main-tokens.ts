// Tokens of the main credential, requested in each form of the contract, and each then used once.
import type { Scenario, StepContext } from '../kit/context.ts'
import { limits } from '../contract/limits.ts'
import { fieldAt } from '../steps/read.ts'
import type { CallOptions } from '../sut/call.ts'
import type { Answered } from '../evidence/exchange.ts'
import { form } from '../sut/tokens.ts'
import { blocked, reason } from '../evidence/inconclusive.ts'

export type TokenRequest = 'form' | 'json' | 'basic'

/** `account` is read with the token after all of them were granted; null where none was, and for the last. */
type Granted = { form: TokenRequest; answer: Answered; account: Answered | null }

export const grant = { grant_type: 'client_credentials' }

export const basicForm = (
  name: string,
  password: string,
  fields: Readonly<Record<string, string>> = grant,
): CallOptions => {
  const bare = form(fields)
  const pair = Buffer.from(`${name}:${password}`).toString('base64')
  return { ...bare, headers: { ...bare.headers, Authorization: `Basic ${pair}` } }
}

/** A refusal holds in whichever form the request is put: as a form, as JSON, with a Basic header. */
export const inEachForm = (
  id: string,
  secret: string,
  fields: Readonly<Record<string, string>> = grant,
): [CallOptions, CallOptions, CallOptions] => [
  form({ ...fields, client_id: id, client_secret: secret }),
  { json: { ...fields, client_id: id, client_secret: secret } },
  basicForm(encodeURIComponent(id), encodeURIComponent(secret), fields),
]

const tokenIn = (answer: Answered): string | null => {
  const token = fieldAt(answer, '/access_token')
  return answer.response.status === 200 && typeof token === 'string' ? token : null
}

const ask = ({ client, environment }: StepContext, options: CallOptions): Promise<Answered> =>
  client.call('requestToken', { token: null, environment, ...options })

const inForm =
  (index: 0 | 1) =>
  (context: StepContext): Promise<Answered> => {
    const { client_id, client_secret } = context.secretOf('main')
    return ask(context, inEachForm(client_id, client_secret)[index])
  }

const byForm = inForm(0)
const byJson = inForm(1)

/** As browsers and many libraries write the type of a form. */
const byFormWithCharset = (context: StepContext): Promise<Answered> => {
  const { client_id, client_secret } = context.secretOf('main')
  const { headers, ...rest } = form({ ...grant, client_id, client_secret })
  return ask(context, {
    ...rest,
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
  })
}

const byBasic = async (context: StepContext): Promise<Answered> => {
  const { client_id: id, client_secret: secret } = context.secretOf('main')
  const encoded = encodeURIComponent(secret)
  const answer = await ask(context, basicForm(encodeURIComponent(id), encoded))
  // Whether the halves are percent-decoded is open, and shows only with a secret that has something to encode.
  if (encoded === secret) return answer
  const freedom = 'auth.basic-percent-encoding'
  if (tokenIn(answer) !== null) {
    context.recordReading(freedom, 'decoded', answer)
    return answer
  }
  const literal = await ask(context, basicForm(id, secret))
  if (tokenIn(literal) !== null) context.recordReading(freedom, 'literal', answer, literal)
  return literal
}

export const mainTokens: Scenario<Granted[]> = {
  id: 'main-tokens',
  async run(context) {
    const answers: [TokenRequest, Answered][] = [
      ['form', await byForm(context)],
      ['json', await byJson(context)],
      ['basic', await byBasic(context)],
      // Some keep N tokens for each client: one more, and the first of them is the one to go.
      ['form', await byFormWithCharset(context)],
    ]
    const granted: Granted[] = []
    for (const [index, [form, answer]] of answers.entries()) {
      const token = index < answers.length - 1 ? tokenIn(answer) : null
      const { client, environment } = context
      granted.push({
        form,
        answer,
        account: token === null ? null : await client.call('getAccount', { token, environment }),
      })
    }
    return granted
  },
}

/** A token of the main credential by each form that grants one. @throws Inconclusive when the usual form grants none */
export const tokensByForm = async (context: StepContext): Promise<string[]> => {
  const granted = [await looseToken(context)]
  for (const ask of [byJson, byBasic]) {
    const token = tokenIn(await ask(context))
    if (token !== null) granted.push(token)
  }
  return granted
}

/** Shared by those who send it to where it is refused. */
const spare: Scenario<{ token: string; since: number }> = {
  id: 'spare-token',
  run: async (context) => ({ since: context.now(), token: await looseToken(context) }),
}

/** One that is good for some minutes yet, for checks that need no token of their own. */
export const spareToken = async (context: StepContext): Promise<string> => {
  const { token, since } = await context.shared(spare)
  const isFresh = context.now() - since < 500 * limits().access_token_lifetime_seconds
  return isFresh ? token : looseToken(context)
}

/** A token of the main credential that a check may send where it pleases. @throws Inconclusive when none is granted. */
export const looseToken = async (context: StepContext): Promise<string> => {
  const answer = await byForm(context)
  const token = tokenIn(answer)
  if (token !== null) return token
  throw blocked(reason('token-refused', { role: 'main', status: answer.response.status }), answer)
}
