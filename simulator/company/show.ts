// How records look on the control port; orders, documents and revision requests look as they do to the lender.
import type { Decision } from '../domain/decision.ts'
import type { Client, Company, Message, Order } from '../domain/records.ts'
import { listedDocuments } from '../engine/commit.ts'
import type { Services } from '../engine/services.ts'
import type { Attempt } from '../webhooks/journal.ts'
import { ownerOf } from './find.ts'

type Wire = Record<string, unknown>

const iso = (at: number): string => new Date(at).toISOString()

export const now = ({ clock }: Services): string => iso(clock.now())

export const showTime = ({ clock }: Services) => ({ now: iso(clock.now()), mode: clock.mode, frozen: clock.frozen })

export const showOrder = ({ behaviour, store }: Services, order: Order): Wire =>
  behaviour.present.order(
    order,
    store.companies.get(order.company_id)!,
    listedDocuments({ behaviour, store }, order).filter((document) => behaviour.uploads.companySees(document)),
  )

export const showCompany = (company: Company): Wire => {
  const { next_order_number: _number, ...shown } = company
  return shown
}

export const showClient = ({ id, lender_id, environment, created_at, revoked_at }: Client): Wire => ({
  client_id: id,
  lender_id,
  environment,
  created_at: iso(created_at),
  revoked_at: revoked_at === null ? null : iso(revoked_at),
})

export const showMessage = ({ behaviour, store }: Services, message: Message): Wire => {
  const { id, author, recipient, subject, body, document_ids, attachments, created_at } = message
  const documents = attachments.flatMap((document) => store.documents.get(document) ?? [])
  return {
    id,
    from: author,
    recipient,
    subject,
    body,
    document_ids,
    attachments: documents.map((document) => behaviour.present.document(document)),
    created_at: iso(created_at),
  }
}

const headers = (pairs: readonly [name: string, value: string][]): Wire[] =>
  pairs.map(([name, value]) => ({ name, value }))

export const showAttempt = ({ account, started_at, request, response, ...attempt }: Attempt): Wire => {
  const { sent_at: _sent, ended_at: _ended, method: _method, order_id: _order, fault = null, ...shown } = attempt
  return {
    ...shown,
    fault,
    ...ownerOf({ account }),
    started_at: iso(started_at),
    request: { ...request, headers: headers(request.headers) },
    response: response && { ...response, headers: headers(response.headers) },
  }
}

/** The revision request that a decision made or answered, as it now is. */
export const showRevision = ({ behaviour }: Services, { revisions }: Decision): Wire => ({
  revision_request: behaviour.present.revisionRequest(revisions!.at(-1)!),
})
