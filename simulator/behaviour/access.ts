// Who may call and who may see what: tokens on calls, account isolation, policies (Authentication, Errors).
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Contract } from '../contract/contract.ts'
import type { AccountKey, Client, Lender, Message } from '../domain/records.ts'
import { notFound, Refusal } from '../domain/refusal.ts'

/** What a call is judged by before it is carried out; `state` asks whether the order's status allows it at all. */
export type Step = 'token' | 'address' | 'permit' | 'body' | 'state' | 'shape' | 'decision'

export const access = (_contract: Contract) => ({
  /** In which order; what stands after `decision` waits until the operation has decided. */
  steps: (_operationId: string): Step[] => ['token', 'address', 'permit', 'body', 'shape', 'decision'],

  /** Where a call says who it is: its own header and nothing else. */
  authorization: (request: IncomingMessage, _query: URLSearchParams): string | undefined =>
    request.headers.authorization,

  /** The credential alone decides whose the call is (What the service does, 1). */
  lenderIdOf: (client: Client, _headers: IncomingHttpHeaders): string => client.lender_id,

  /** Whose orders a list shows. */
  listed: (account: AccountKey): AccountKey => account,

  /** The token of an `Authorization` header; undefined when there is none of the Bearer form. */
  bearer: (header: string | undefined): string | undefined => /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1],

  unauthenticated(code: string): Refusal {
    const message: Record<string, string> = {
      invalid_client: 'A valid access token is required.',
      token_expired: 'The access token has expired; request a new one.',
      client_revoked: 'The client has been revoked.',
    }
    return new Refusal(code, message[code] ?? 'A valid access token is required.', {
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  },

  /** What is refused before the token is looked at: nothing. */
  beforeToken: (_operationId: string, _request: IncomingMessage, _authorization: string | undefined): void => undefined,

  /** Refuses an operation to a lender who is known: none is refused here. */
  checkEntitled: (_operationId: string, _lender: Lender): void => undefined,

  /** Revocation counts before expiry: the tokens of a revoked client stop working at that moment. */
  order: ['known', 'environment', 'revoked', 'expired'] as ('known' | 'environment' | 'revoked' | 'expired')[],

  /** Ids are opaque, so that none is malformed (Conventions). Throws where one could not be a resource's. */
  checkId(_id: string): void {},

  /** Another account's resource is answered as if there were none (Authentication, 10). */
  sees: (account: AccountKey, resource: { account: AccountKey }): boolean => resource.account === account,

  find<T extends { account: AccountKey }>(account: AccountKey, resource: T | undefined, what: string): T {
    if (!resource || !this.sees(account, resource)) throw notFound(what)
    return resource
  },

  checkBillable(lender: Lender): void {
    if (lender.billing === 'invoiced') return
    throw new Refusal(
      'account_not_billable',
      'This lender account pays per order by card and cannot order through the interface.',
    )
  },

  checkMayCancel(lender: Lender): void {
    if (lender.may_cancel) return
    throw new Refusal('action_not_permitted_for_client', 'The company does not let this lender cancel; ask by message.')
  },

  checkMayAmend(lender: Lender): void {
    if (lender.may_amend) return
    throw new Refusal('action_not_permitted_for_client', 'The company does not let this lender amend; ask by message.')
  },

  /** Hold, resume and revision requests: only cancelling and amending have a switch that the contract names. */
  checkMayAct(_lender: Lender, _operationId: string): void {},

  /** Notes between company and appraiser are not the lender's to read (Endpoints / GET …/messages). */
  isParty: (message: Message): boolean => message.author === 'lender' || message.recipient === 'lender',

  checkRecipient(lender: Lender, recipient: string): void {
    if (recipient !== 'appraiser' || lender.may_message_appraiser) return
    throw new Refusal('recipient_not_allowed', 'The company keeps appraiser contact to itself; write to the manager.', {
      details: [{ field: 'recipient', code: 'invalid_value', value: recipient, message: 'must be manager' }],
    })
  },

  /** What the company's list of credentials shows of one: never its secret (Authentication, 3). */
  listedCredential: (shown: Record<string, unknown>, _client: Client): Record<string, unknown> => shown,

  /** What the account read says of the credential (Resources / Account). */
  account(
    client: Client,
    lender: Lender,
    company: { id: string; name: string },
    requestsPerMinute: number,
    scope: string,
  ) {
    return {
      client_id: client.id,
      environment: client.environment,
      lender: { id: lender.id, name: lender.name },
      company: { id: company.id, name: company.name },
      scopes: [scope],
      rate_limit: { requests_per_minute: requestsPerMinute },
    }
  },
})
