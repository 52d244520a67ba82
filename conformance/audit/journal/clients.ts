// Whose call it is: clients are distinguished by the credential of a token request, and by the token of every other call.
import { headerOf, jsonOf, textOf, type Exchange } from '../../evidence/exchange.ts'
import { textAt } from '../../model/body.ts'
import { decoded } from '../../../reports/decoded.ts'
import { linkKey } from './link-key.ts'
import { isMasked } from './masked.ts'

type Credential = {
  id: string | null
  secret: string | null
  /** Every text that it may have been written as: the parts of Basic are form-encoded, and not every client does so. */
  spellings: string[]
  grant: string | null
  basic: boolean
}

const formDecoded = (text: string): string => decoded(text.replaceAll('+', ' '))

const basicIn = (header: string): [string, string] | null => {
  const [, code] = /^basic\s+(\S+)/i.exec(header) ?? []
  if (code === undefined) return null
  const text = Buffer.from(code, 'base64').toString('utf8')
  const at = text.indexOf(':')
  return at === -1 ? null : [text.slice(0, at), text.slice(at + 1)]
}

/**
 * What a token request says of itself, in whichever of the permitted forms.
 * @param isWhole whether its last field is whole
 */
export const credentialIn = ({ request }: Exchange, isWhole = true): Credential => {
  const all = textOf(request.body ?? new Uint8Array()) ?? ''
  const text = isWhole ? all : all.slice(0, Math.max(0, all.lastIndexOf('&')))
  const json = request.body === null ? undefined : jsonOf(request.body)
  const form = new URLSearchParams(text)
  const field = (name: string): string | null => textAt(json, name) ?? form.get(name)
  const basic = basicIn(headerOf(request.headers, 'authorization') ?? '')
  const secret = basic?.[1] ?? field('client_secret')
  return {
    id: basic ? formDecoded(basic[0]) : field('client_id'),
    secret: basic ? formDecoded(basic[1]) : secret,
    spellings: [...new Set(secret === null ? [] : [formDecoded(secret), secret])],
    grant: field('grant_type'),
    basic: basic !== null,
  }
}

/** The credential of an `Authorization` header, whatever its scheme. */
const tokenIn = ({ request }: Exchange): string | null => {
  const header = (headerOf(request.headers, 'authorization') ?? '').trim()
  const end = header.search(/\s/)
  return end === -1 ? null : header.slice(end).trim()
}

/** The client id of a token request, where the recording shows it. */
export const idShown = (exchange: Exchange, isWhole: boolean): string | null =>
  unmasked(credentialIn(exchange, isWhole).id)

const unmasked = (id: string | null): string | null => (id === null || isMasked(id) ? null : id)

export const nobody = 'unknown client'

type Clients = {
  /** @param given the client id that the journal names */
  of(
    operation: string | null,
    exchange: Exchange,
    given: string | null,
    isWhole: boolean,
  ): { client: string; token: string | null }
}

export const createClients = (): Clients => {
  const owners = new Map<string, string>()
  const links = new Map<string, string>()
  return {
    of(operation, exchange, given, isWhole) {
      const { request, response } = exchange
      const answer = response ? jsonOf(response.body) : undefined
      if (operation === 'requestToken') {
        const client = given ?? idShown(exchange, isWhole) ?? nobody
        const issued = textAt(answer, 'access_token')
        if (issued !== null && !isMasked(issued)) owners.set(issued, client)
        return { client, token: null }
      }
      const shown = tokenIn(exchange)
      const token = shown === null || isMasked(shown) ? null : shown
      if (token !== null && !owners.has(token)) owners.set(token, given ?? `unknown client ${owners.size + 1}`)
      // An account says whose it is.
      const named = operation === 'getAccount' ? unmasked(textAt(answer, 'client_id')) : null
      if (named !== null && token !== null) owners.set(token, named)
      const client = given ?? named ?? (token === null ? links.get(linkKey(request.url)) : owners.get(token)) ?? nobody
      const link = textAt(answer, 'download', 'url')
      if (link !== null) links.set(linkKey(link), client)
      return { client, token }
    },
  }
}
