// How the software that makes 2.6 XML writes dates, amounts and files, each in one of the ways that software of the field has.

import type { Style26 } from './document-input.ts'

export type Writing = {
  readonly pdfIn: Style26['pdf_in']
  readonly date: (date: string) => string
  readonly amount: (value: number) => string
  readonly count: (value: number) => string
  readonly base64: (bytes: Buffer) => string
}

const grouped = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 })

/** Amounts have no cents: what the standard is filled with are whole dollars. */
const amounts: Record<Style26['amounts'], (value: number) => string> = {
  whole: (value) => String(Math.trunc(value)),
  commas: (value) => grouped(Math.trunc(value)),
  decimals: (value) => `${Math.trunc(value)}.00`,
}

const dates: Record<Style26['dates'], (date: string) => string> = {
  iso: (date) => date,
  'month-first': (date) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`,
}

/** The line length of MIME, at which most encoders break. */
const wrapped = (text: string): string => text.replace(/.{76}/g, '$&\n')

export const formsOfWriting = (style: Style26): Writing => ({
  pdfIn: style.pdf_in,
  date: dates[style.dates],
  amount: amounts[style.amounts],
  count: style.amounts === 'commas' ? grouped : String,
  base64: (bytes) => (style.base64 === 'wrapped' ? wrapped(bytes.toString('base64')) : bytes.toString('base64')),
})
