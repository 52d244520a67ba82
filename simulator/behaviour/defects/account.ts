// Defects that break rules of the area account.
import { wrap } from '../operators/index.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'

type Shown = ReturnType<Behaviour['access']['account']>

/** Changes what the account read says. */
const saying = (change: (account: Shown) => Record<string, unknown>): Defect['apply'] =>
  wrap('access.account', (usual) => change(usual) as Shown)

export const account: readonly Defect[] = [
  {
    id: 'account-from-the-cache-is-203',
    breaks: 'account.answers-200',
    bug: 'An account that comes from the cache is answered 203.',
    deep: 'only from the second read on',
    apply: ({ wire }) => {
      const { finish } = wire
      let reads = 0
      wire.finish = function cached(operationId, answer, asker) {
        const finished = finish.call(this, operationId, answer, asker)
        if (operationId === 'getAccount') reads += 1
        return operationId === 'getAccount' && reads > 1 ? { ...finished, status: 203 } : finished
      }
    },
  },
  {
    id: 'account-client-id-left-out',
    breaks: 'account.has-client-id',
    bug: 'The account read leaves out the client id, the caller knowing it anyway.',
    apply: saying(({ client_id: _left, ...rest }) => rest),
  },
  {
    id: 'account-shows-the-first-client',
    breaks: 'account.client-id-is-the-one-of-the-credential',
    bug: 'The client id is looked up by the lender, and is that of its first client.',
    deep: 'only for the second client of a lender',
    apply: (behaviour) => {
      const first = new Map<string, string>()
      saying((shown) => {
        if (!first.has(shown.lender.id)) first.set(shown.lender.id, shown.client_id)
        return { ...shown, client_id: first.get(shown.lender.id) }
      })(behaviour)
    },
  },
  {
    id: 'account-client-id-of-the-lender',
    breaks: 'account.client-id-is-the-one-of-the-credential',
    bug: 'The account read shows one client id for all credentials of a lender.',
    apply: saying((shown) => ({ ...shown, client_id: `cli_${shown.lender.id.slice(4)}` })),
  },
  {
    id: 'account-environment-left-out',
    breaks: 'account.has-environment',
    bug: 'The account read does not show the environment.',
    apply: saying(({ environment: _left, ...rest }) => rest),
  },
  {
    id: 'account-says-live-everywhere',
    breaks: 'account.environment-tells-which-environment',
    bug: 'The environment in the account read comes from a setting of the process, which serves both.',
    apply: saying((shown) => ({ ...shown, environment: 'live' })),
  },
  {
    id: 'account-sandbox-says-production',
    breaks: 'account.environment-tells-which-environment',
    bug: 'The sandbox calls itself production in the account read.',
    apply: saying((shown) => ({ ...shown, environment: 'production' })),
  },
  {
    id: 'account-lender-is-an-id',
    breaks: 'account.has-lender-id',
    bug: 'The account read shows the lender as a bare id instead of an object.',
    apply: saying((shown) => ({ ...shown, lender: shown.lender.id })),
  },
  {
    id: 'account-lender-name-left-out',
    breaks: 'account.has-lender-name',
    bug: 'The account read shows the lender without its name.',
    apply: saying((shown) => ({ ...shown, lender: { id: shown.lender.id } })),
  },
  {
    id: 'account-company-id-is-a-number',
    breaks: 'account.has-company-id',
    bug: 'The account read shows the key of a database row as company id.',
    apply: saying((shown) => ({ ...shown, company: { ...shown.company, id: 17 } })),
  },
  {
    id: 'account-company-name-is-null',
    breaks: 'account.has-company-name',
    bug: 'The account read shows no name of the company.',
    apply: saying((shown) => ({ ...shown, company: { ...shown.company, name: null } })),
  },
  {
    id: 'account-scopes-as-one-text',
    breaks: 'account.has-scopes',
    bug: 'The account read shows the scopes as one text, as the token response does.',
    apply: saying((shown) => ({ ...shown, scopes: shown.scopes.join(' ') })),
  },
  {
    id: 'account-scopes-empty',
    breaks: 'account.scopes-include-lender',
    bug: 'The account read shows only scopes beyond the usual one, that is none.',
    apply: saying((shown) => ({ ...shown, scopes: [] })),
  },
  {
    id: 'account-rate-limit-is-a-number',
    breaks: 'account.has-rate-limit-per-minute',
    bug: 'The account read shows the rate limit as a bare number.',
    apply: saying((shown) => ({ ...shown, rate_limit: shown.rate_limit.requests_per_minute })),
  },
  {
    id: 'account-rate-limit-of-an-hour',
    breaks: 'account.rate-limit-is-600',
    bug: 'The account read shows the allowance of an hour as that of a minute.',
    apply: saying((shown) => ({ ...shown, rate_limit: { requests_per_minute: 36_000 } })),
  },
  {
    id: 'account-refused-with-403',
    breaks: 'account.errors-are-the-declared-ones',
    bug: 'A call without a good token is answered 403 instead of 401.',
    apply: wrap('access.unauthenticated', (usual) => Object.assign(usual, { status: 403 })),
  },
]
