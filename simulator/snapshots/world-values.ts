// What single values of an exported world have to be, beyond their types: statuses that there are, ids that can stand in a path, instants of our years.
import { madeTables } from '../engine/continue-ids.ts'
import type { Contract } from '../contract/contract.ts'
import { isFileName } from '../store/document-files.ts'
import type { StoreRows } from '../store/store.ts'
import { LATEST } from '../time/moves.ts'
import { currencyFault, feeFault, formatFault, partyValueFault, said, unlike } from './party-values.ts'

/** Year 1: before it, an instant has no four digits of year. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')

export const isOurInstant = (at: unknown): boolean => typeof at === 'number' && at >= EARLIEST && at <= LATEST

/** A day of the calendar: `Date.parse` takes much else, and moves the 31st of a shorter month into the next one. */
const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return isOurInstant(at) && new Date(at).toISOString().startsWith(text)
}

/** Of these the id is what the world's author called them, and stands in paths of the control port. */
const called = ['companies', 'lenders', 'clients'] as const

const isPathPart = (id: string): boolean => !/^\.{1,2}$|[/\\\p{Cc}]/u.test(id) && id !== ''

const idFault = (rows: StoreRows): string | undefined => {
  // Their ids stand in paths and, for documents, name a file.
  for (const table of madeTables)
    for (const { id } of rows[table])
      if (!isFileName(id))
        return `the id ${said(id)} in ${table} was expected to be letters, digits, "_", "-", ".", "~", "+" and "="`
  for (const table of called)
    for (const { id } of rows[table])
      if (!isPathPart(id)) return `the id ${said(id)} in ${table} was expected to be a part of a path`
  return undefined
}

const statusFault = ({ orders }: StoreRows, { labels }: Contract['lifecycle']): string | undefined => {
  for (const { id, status, previous_status } of orders)
    for (const code of [status.code, previous_status])
      if (code !== null && !Object.hasOwn(labels, code))
        return `order ${id} has the status ${said(code)}, which there is not`
  return undefined
}

/** What an order shows of its type, its fees and the wording of its status. */
const orderFault = ({ orders }: StoreRows, contract: Contract): string | undefined => {
  for (const { id, status, order_type, fees, due_date } of orders) {
    const whose = `order ${id}`
    const isWorded = status.label === undefined || typeof status.label === 'string'
    const fault =
      (isWorded ? undefined : unlike(whose, 'label of its status', status.label, 'a text was expected')) ??
      (isDay(due_date) ? undefined : unlike(whose, 'due date', due_date, 'a date was expected')) ??
      formatFault(whose, order_type.report_format, contract) ??
      feeFault(whose, fees.appraisal_fee) ??
      currencyFault(whose, fees.currency)
    if (fault !== undefined) return fault
  }
  return undefined
}

const revisionFault = ({ revisions }: StoreRows, { enumerations }: Contract): string | undefined => {
  for (const { id, kind, status } of revisions) {
    if (!enumerations.revision_request_kind.includes(kind))
      return `revision request ${id} has the kind ${said(kind)}, which there is not`
    if (!enumerations.revision_request_status.includes(status))
      return `revision request ${id} has the status ${said(status)}, which there is not`
  }
  return undefined
}

/** The first field whose name says that it is an instant and that is none, in a row or a part of it. */
const notInstant = (value: unknown): [string, unknown] | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (name.endsWith('_at') && typeof inner === 'number' && !isOurInstant(inner)) return [name, inner]
    const found = notInstant(inner)
    if (found) return found
  }
  return undefined
}

const instantFault = (rows: StoreRows): string | undefined => {
  for (const [table, all] of Object.entries(rows))
    for (const [n, row] of all.entries()) {
      // What a lender sent and was answered is kept as it was.
      const { data: _data, response: _response, ...own } = row as unknown as Record<string, unknown>
      const found = notInstant(own)
      if (found) return `${found[0]} of tables.${table}.${n} was expected in the years 1 to 9899, but ${found[1]} came`
    }
  return undefined
}

export const valueFault = (rows: StoreRows, contract: Contract): string | undefined =>
  idFault(rows) ??
  statusFault(rows, contract.lifecycle) ??
  orderFault(rows, contract) ??
  revisionFault(rows, contract) ??
  instantFault(rows) ??
  partyValueFault(rows, contract)
