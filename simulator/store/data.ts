// What lowdb holds: one map of rows per table, by the row's own key.
import type * as r from '../domain/records.ts'
import { RowMap, type Damaged } from './row-map.ts'

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

/** @param damaged makes the error of a row that has another shape than those of its table */
export function emptyData(damaged?: Damaged): Data {
  return {
    companies: new RowMap(damaged),
    lenders: new RowMap(damaged),
    clients: new RowMap(damaged),
    orders: new RowMap(damaged),
    documents: new RowMap(damaged),
    messages: new RowMap(damaged),
    revisions: new RowMap(damaged),
    webhooks: new RowMap(damaged),
    events: new RowMap(damaged),
    idempotency: new RowMap(damaged),
    personas: new RowMap(damaged),
    personaWork: new RowMap(damaged),
    settings: new RowMap(damaged),
  }
}

/** A webhook configuration is known by its account, every other row by its id. */
export function keyOf(row: Rows[TableName]): string {
  return 'id' in row ? row.id : row.account
}
