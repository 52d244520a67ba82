// Which exchanges of a record must be sent again to show a finding: its own, those that made what they name, and those that moved their orders.
import { linkOf } from './fresh-link.ts'
import { plainExchange } from './plain-exchange.ts'
import { grantOf } from './shown-tokens.ts'
import type { Finding, RecordedExchange } from './run-record.ts'

const idForm = /\b(?:ord|doc|msg|rr)_[A-Za-z0-9_-]+/g

/** Of a form with a file the record has no text: of its beginning this is one. */
const headOf = (base64: string): string => Buffer.from(base64.slice(0, 4_096), 'base64').toString()

export const sentText = ({ request: { url, body } }: RecordedExchange): string =>
  `${url} ${body?.text ?? (body?.base64 === undefined ? '' : headOf(body.base64))}`
export const answeredText = ({ response }: RecordedExchange): string => response?.body?.text ?? ''
export const idsIn = (text: string): string[] => [...new Set(text.match(idForm))]

/** Another run knows an id by its prefix, and by how many others of that prefix the answer has before it. */
export const placeOfId = (id: string, text: string): { prefix: string; nth: number } => {
  const prefix = id.slice(0, id.indexOf('_') + 1)
  return {
    prefix,
    nth: idsIn(text)
      .filter((one) => one.startsWith(prefix))
      .indexOf(id),
  }
}

/** With ids and marks of the run as they are: it may write their first letter as an escape, by which a script does not know them again. */
export const withPlainIds = (one: RecordedExchange): RecordedExchange => {
  const url = one.request.url.replaceAll(/(?<=[=/])%([67][0-9a-f])(?=[a-z]+_|ssay-)/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return url === one.request.url ? one : plainExchange(one, { request: { ...one.request, url } })
}

export const succeeded = ({ response }: RecordedExchange): boolean =>
  response !== null && response.status >= 200 && response.status < 300

export const changes = ({ request }: RecordedExchange): boolean => request.method !== 'GET'

const isOnOrder = ({ request: { url } }: RecordedExchange, id: string): boolean =>
  url.includes(`/orders/${id}/`) || url.endsWith(`/orders/${id}`)

const isGivenIn = (one: RecordedExchange, id: string): boolean => answeredText(one).includes(`"${id}"`)

const keys = new WeakMap<RecordedExchange, { key: string | undefined }>()

/** Of a create; read once, as a kept exchange reads its headers from the record. */
const keyOf = (exchange: RecordedExchange): string | undefined => {
  if (exchange.operation !== 'createOrder') return undefined
  const known = keys.get(exchange) ?? {
    key: exchange.request.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1],
  }
  keys.set(exchange, known)
  return known.key
}

const ofWebhook = new Set<string | null>(['getWebhook', 'testWebhook', 'hearDeliveries'])

/** A write says all that it may: what it leaves out is kept from the write before. */
const saysAll = ({ request }: RecordedExchange): boolean =>
  ['url', 'secret', 'events', 'enabled'].every((field) => request.body?.text?.includes(`"${field}"`))

/** The last write of the webhook before a call about it, by the same client; -1 where there is none. */
const settingOf = (one: RecordedExchange, earlier: readonly RecordedExchange[]): number => {
  const { operation, role, environment } = one
  return ofWebhook.has(operation) || (operation === 'setWebhook' && !saysAll(one))
    ? earlier.findLastIndex(
        (other) =>
          other.operation === 'setWebhook' &&
          other.role === role &&
          other.environment === environment &&
          succeeded(other),
      )
    : -1
}

/** The exchanges that must come before, and the finding's own, in the order in which they were sent; `isWithMoves`: those that changed their orders, too. */
export const neededFor = (
  { requests }: Pick<Finding, 'requests'>,
  exchanges: readonly RecordedExchange[],
  isWithMoves = true,
): RecordedExchange[] => {
  const needed = new Set<number>()
  const need = (index: number): void => {
    if (needed.has(index)) return
    needed.add(index)
    const earlier = exchanges.slice(0, index)
    const link = linkOf(exchanges[index]!, earlier)
    if (link) need(exchanges.indexOf(link.read))
    // A key means something where it was sent before.
    const key = keyOf(exchanges[index]!)
    if (key !== undefined)
      earlier.forEach((one, at) => {
        if (keyOf(one) === key) need(at)
      })
    const grant = grantOf(exchanges[index]!)
    const granting = grant === null ? -1 : earlier.findIndex(({ id }) => id === grant)
    if (granting >= 0) need(granting)
    const setting = settingOf(exchanges[index]!, earlier)
    if (setting >= 0) need(setting)
    for (const id of idsIn(sentText(exchanges[index]!))) {
      const maker = earlier.findIndex((one) => changes(one) && succeeded(one) && answeredText(one).includes(id))
      // What the company made is known from where the lender read it.
      const giver = maker >= 0 ? maker : earlier.findLastIndex((one) => succeeded(one) && isGivenIn(one, id))
      if (giver >= 0) need(giver)
      if (!isWithMoves || !id.startsWith('ord_')) continue
      earlier.forEach((one, at) => {
        if (changes(one) && succeeded(one) && isOnOrder(one, id)) need(at)
      })
    }
  }
  exchanges.forEach((one, index) => {
    if (requests.includes(one.id)) need(index)
  })
  return [...needed].toSorted((a, b) => a - b).map((index) => exchanges[index]!)
}
