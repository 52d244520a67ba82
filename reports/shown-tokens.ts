// Tokens that a call showed although it was nobody's own call: a script is granted its like, or makes one up where the run did.
import { maskMark } from './path-of.ts'
import { plainExchange } from './plain-exchange.ts'
import type { RecordedExchange } from './run-record.ts'

const madeUp = 'a-token-that-nobody-was-granted'

/** In the place of the token that an exchange granted. */
export const tokenOf = (id: string): string => `token-of-${id}`

const isAuthorization = (name: string): boolean => name.toLowerCase() === 'authorization'

/** The exchange that granted the token of this one. */
export const grantOf = ({ token_from: from }: RecordedExchange): string | null => from ?? null

/** All of them, with something in the place of these tokens by which they are known again. */
export const withShownTokens = (exchanges: readonly RecordedExchange[]): readonly RecordedExchange[] => {
  const shown = new Set(exchanges.flatMap((one) => (one.token_from === undefined ? [] : [one.token_from])))
  if (shown.size === 0) return exchanges
  return exchanges.map((one) => {
    const { token_from: from, request, response } = one
    const granted = shown.has(one.id) ? response?.body?.text : undefined
    if (from === undefined && granted === undefined) return one
    const token = from === undefined ? maskMark : from === null ? madeUp : tokenOf(from)
    const headers = request.headers.map(([name, value]): [string, string] => [
      name,
      isAuthorization(name) ? value.replace(maskMark, token) : value,
    ])
    const text = granted?.replace(/("access_token"\s*:\s*")•••(?=")/, `$1${tokenOf(one.id)}`)
    return plainExchange(one, {
      ...(from !== undefined && { request: { ...request, headers } }),
      ...(text !== undefined && { response: { ...response!, body: { ...response!.body!, text } } }),
    })
  })
}
