// The forms of values that the contract fixes: what each looks like, and what is near enough to have a rule of its own.
import { memoizeByObject } from '../../contract/memoize-by-object.ts'

export type Format = 'timestamp' | 'date' | 'money' | 'currency' | 'identifier'

const formatOfComponent: Record<string, Format> = {
  Timestamp: 'timestamp',
  NullableTimestamp: 'timestamp',
  Date: 'date',
  Money: 'money',
  NullableMoney: 'money',
  Currency: 'currency',
  NullableCurrency: 'currency',
  OrderId: 'identifier',
  DocumentId: 'identifier',
  MessageId: 'identifier',
  RevisionRequestId: 'identifier',
  EventId: 'identifier',
  ClientId: 'identifier',
  LenderId: 'identifier',
  CompanyId: 'identifier',
}

/** The forms a value may have, from the components it is an instance of. */
export const formatsOf = memoizeByObject((components: readonly string[]): readonly Format[] => [
  ...new Set(components.flatMap((component) => formatOfComponent[component] ?? [])),
])

const near: Record<Format, (text: string) => boolean> = {
  timestamp: (text) => !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(text),
  money: (text) => /\d/.test(text),
  currency: () => true,
  identifier: () => true,
}

/** Whether a text is at least an attempt at one of the forms, so that only the rule of the form is violated. */
export const isNearly = (formats: readonly Format[], value: unknown): boolean =>
  typeof value === 'string' && formats.some((format) => near[format](value))
