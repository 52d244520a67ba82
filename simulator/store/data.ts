// What lowdb holds: one map of rows per table, by the row's own key.
import type * as r from '../domain/records.ts'

export type Rows = {
  companies: r.Company
  lenders: r.Lender
  clients: r.Client
  orders: r.Order
  documents: r.Document
  messages: r.Message
  revisions: r.RevisionRequest
  webhooks: r.WebhookConfiguration
  events: r.Event
  idempotency: r.IdempotencyRecord
  personas: r.Persona
  personaWork: r.PersonaWork
  settings: { id: string; value: string }
}

export type TableName = keyof Rows

export type Data = { [Name in TableName]: Map<string, Rows[Name]> }

export function emptyData(): Data {
  return {
    companies: new Map(),
    lenders: new Map(),
    clients: new Map(),
    orders: new Map(),
    documents: new Map(),
    messages: new Map(),
    revisions: new Map(),
    webhooks: new Map(),
    events: new Map(),
    idempotency: new Map(),
    personas: new Map(),
    personaWork: new Map(),
    settings: new Map(),
  }
}

/** A webhook configuration is known by its account, every other row by its id. */
export function keyOf(row: Rows[TableName]): string {
  return 'id' in row ? row.id : row.account
}
