// What lowdb holds: one map of rows per table, by the row's own key.
import type * as r from '../domain/records.ts'
import { RowMap } from './row-map.ts'

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

export type Data = { [Name in TableName]: RowMap<Rows[Name]> }

export function emptyData(): Data {
  return {
    companies: new RowMap(),
    lenders: new RowMap(),
    clients: new RowMap(),
    orders: new RowMap(),
    documents: new RowMap(),
    messages: new RowMap(),
    revisions: new RowMap(),
    webhooks: new RowMap(),
    events: new RowMap(),
    idempotency: new RowMap(),
    personas: new RowMap(),
    personaWork: new RowMap(),
    settings: new RowMap(),
  }
}

/** A webhook configuration is known by its account, every other row by its id. */
export function keyOf(row: Rows[TableName]): string {
  return 'id' in row ? row.id : row.account
}
