// Whose call it is: clients are distinguished by the credential of a token request, and by the token of every other call.
import { headerOf, jsonOf, textOf, type Exchange } from '../../evidence/exchange.ts'
import { textAt } from '../../model/body.ts'
import { linkKey } from './link-key.ts'

type Credential = { id: string | null; secret: string | null; grant: string | null; basic: boolean }

const basicIn = (header: string): [string, string] | null => {
  const [, code] = /^basic\s+(\S+)/i.exec(header) ?? []
  if (code === undefined) return null
  const text = Buffer.from(code, 'base64').toString('utf8')
  const at = text.indexOf(':')
  return at === -1 ? null : [text.slice(0, at), text.slice(at + 1)]
}

/** What a token request says of itself, in whichever of the permitted forms. */
export const credentialIn = ({ request }: Exchange): Credential => {
  const text = textOf(request.body ?? new Uint8Array()) ?? ''
  const json = request.body === null ? undefined : jsonOf(request.body)
  const form = new URLSearchParams(text)
  const field = (name: string): string | null => textAt(json, name) ?? form.get(name)
  const basic = basicIn(headerOf(request.headers, 'authorization') ?? '')
  return {
    id: basic?.[0] ?? field('client_id'),
    secret: basic?.[1] ?? field('client_secret'),
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

/** Tools that mask secrets write the same for each of them. */
export const isMasked = (text: string): boolean =>
  !/[A-Za-z0-9]/.test(text) || /redacted|masked|hidden|removed/i.test(text)

type Clients = {
  /** @param given the client id that the journal names */
  of(operation: string | null, exchange: Exchange, given: string | null): { client: string; token: string | null }
}

export const createClients = (): Clients => {
  const owners = new Map<string, string>()
  const links = new Map<string, string>()
  const nobody = 'unknown client'

  return {
    of(operation, exchange, given) {
      const { request, response } = exchange
      const answer = response ? jsonOf(response.body) : undefined
      if (operation === 'requestToken') {
        const client = credentialIn(exchange).id ?? given ?? nobody
        const issued = textAt(answer, 'access_token')
        if (issued !== null && !isMasked(issued)) owners.set(issued, client)
        return { client, token: null }
      }
      const shown = tokenIn(exchange)
      const token = shown === null || isMasked(shown) ? null : shown
      if (token !== null && !owners.has(token)) owners.set(token, given ?? `unknown client ${owners.size + 1}`)
      const client = given ?? (token === null ? links.get(linkKey(request.url)) : owners.get(token)) ?? nobody
      const link = textAt(answer, 'download', 'url')
      if (link !== null) links.set(linkKey(link), client)
      return { client, token }
    },
  }
}
