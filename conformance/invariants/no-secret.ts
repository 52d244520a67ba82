// No answer shows a secret of ours, and no address it hands out holds one.
import { headerOf, jsonOf, textOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { excludes } from '../evidence/expected.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'

const client = 'auth.secret-is-never-shown-by-the-interface'
const webhook = 'webhooks.secret-is-never-returned'
const inUrl = 'auth.service-puts-no-secret-in-a-url'

const addressesIn = ({ response }: Answered): string[] => {
  const { download, url } = (jsonOf(response.body) ?? {}) as { download?: { url?: unknown } | null; url?: unknown }
  const given = [headerOf(response.headers, 'location'), download?.url, url]
  return given.filter((address): address is string => typeof address === 'string')
}

const assert = (exchange: Answered, { secrets }: Memory): Assertion[] => {
  const { headers, body } = exchange.response
  const text = [...headers.map(([name, value]) => `${name}: ${value}`), textOf(body) ?? ''].join('\n')
  const shown = secrets.foundIn(text, ['client secret', 'webhook secret'])
  const addresses = addressesIn(exchange)
  const leaked = addresses.flatMap((address) =>
    secrets.foundIn(address, ['client secret', 'webhook secret', 'access token']),
  )
  return [
    ...assertion(
      client,
      !shown.includes('client secret'),
      excludes('the client secret'),
      'the client secret in the answer',
    ),
    ...(secrets.has('webhook secret')
      ? assertion(
          webhook,
          !shown.includes('webhook secret'),
          excludes('the webhook secret'),
          'the webhook secret in the answer',
        )
      : []),
    ...(addresses.length > 0
      ? assertion(inUrl, leaked.length === 0, excludes(`the ${leaked[0]}`), `an address with the ${leaked[0]}`)
      : []),
  ]
}

export const noSecret: ExchangeInvariant = { id: 'invariant.no-secret', rules: [client, webhook, inUrl], assert }
