// Defects that break rules of the area account.
import * as op from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

export const account: readonly Defect[] = rows({
  'account-from-the-cache-is-203': {
    breaks: 'account.answers-200',
    bug: 'An account that comes from the cache is answered 203.',
    deep: 'only from the second read on',
    apply: op.answerFrom(2, 'getAccount', (given) => ({ ...given, status: 203 })),
  },
  'account-client-id-left-out': {
    breaks: 'account.has-client-id',
    bug: 'The account read leaves out the client id, the caller knowing it anyway.',
    apply: op.drop('access.account', 'client_id'),
  },
  'account-shows-the-first-client': {
    breaks: 'account.client-id-is-the-one-of-the-credential',
    bug: 'The client id is looked up by the lender, and is that of its first client.',
    deep: 'only for the second client of a lender',
    apply: op.staleAt('access.account', 'client_id', (_shown, _client, lender) => lender.id),
  },
  'account-client-id-of-the-lender': {
    breaks: 'account.client-id-is-the-one-of-the-credential',
    bug: 'The account read shows one client id for all credentials of a lender.',
    apply: op.falsify('access.account', 'client_id', (_id, _shown, _client, lender) => `cli_${lender.id.slice(4)}`),
  },
  'account-names-swapped': {
    breaks: 'account.has-company-name',
    bug: 'The account read shows the name of the lender as that of the company, and the reverse.',
    apply: op.edit('access.account', (shown) => {
      const [lender, company] = [shown['lender'], shown['company']] as { name: string }[]
      ;[lender!.name, company!.name] = [company!.name, lender!.name]
    }),
  },
  'account-environment-left-out': {
    breaks: 'account.has-environment',
    bug: 'The account read does not show the environment.',
    apply: op.drop('access.account', 'environment'),
  },
  'account-says-live-everywhere': {
    breaks: 'account.environment-is-the-one-called',
    bug: 'The environment in the account read comes from a setting of the process, which serves both.',
    apply: op.falsify('access.account', 'environment', 'live'),
  },
  'account-sandbox-says-production': {
    breaks: 'account.environment-is-the-one-called',
    bug: 'The sandbox calls itself production in the account read.',
    apply: op.falsify('access.account', 'environment', 'production'),
  },
  'account-lender-is-an-id': {
    breaks: 'account.has-lender-id',
    bug: 'The account read shows the lender as a bare id instead of an object.',
    apply: op.retype('access.account', 'lender', (_lender, _shown, _client, lender) => lender.id),
  },
  'account-lender-name-left-out': {
    breaks: 'account.has-lender-name',
    bug: 'The account read shows the lender without its name.',
    apply: op.drop('access.account', 'lender.name'),
  },
  'account-company-id-is-a-number': {
    breaks: 'account.has-company-id',
    bug: 'The account read shows the key of a database row as company id.',
    apply: op.retype('access.account', 'company.id', 17),
  },
  'account-company-name-is-null': {
    breaks: 'account.has-company-name',
    bug: 'The account read shows no name of the company.',
    apply: op.retype('access.account', 'company.name', null),
  },
  'account-scopes-as-one-text': {
    breaks: 'account.has-scopes',
    bug: 'The account read shows the scopes as one text, as the token response does.',
    apply: op.retype('access.account', 'scopes', (scopes) => (scopes as string[]).join(' ')),
  },
  'account-scopes-empty': {
    breaks: 'account.scopes-include-lender',
    bug: 'The account read shows only scopes beyond the usual one, that is none.',
    apply: op.falsify('access.account', 'scopes', []),
  },
  'account-rate-limit-is-a-number': {
    breaks: 'account.has-rate-limit-per-minute',
    bug: 'The account read shows the rate limit as a bare number.',
    apply: op.retype('access.account', 'rate_limit', (limit) => Object.values(limit as object)[0] as number),
  },
  'account-rate-limit-of-an-hour': {
    breaks: 'account.rate-limit-is-600',
    bug: 'The account read shows the allowance of an hour as that of a minute.',
    apply: op.falsify('access.account', 'rate_limit.requests_per_minute', 36_000),
  },
  'account-refused-with-403': {
    breaks: 'account.errors-are-the-declared-ones',
    bug: 'A call without a good token is answered 403 instead of 401.',
    apply: op.wrap('access.unauthenticated', (refusal) => Object.assign(refusal, { status: 403 })).as('answer'),
  },
})
