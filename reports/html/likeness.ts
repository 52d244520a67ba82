// The target's own names: its catalog, labels, fees and words, and the command that simulates a server with the same.
import type { RecordedLikeness } from '../run-record.ts'
import type { Run } from '../summary.ts'
import { html, type Html, type Piece } from './markup.ts'
import { tableFrame } from './table-frame.ts'
import { times } from './words.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const addOnsOf = (product: Record<string, unknown>): string =>
  Array.isArray(product['add_ons'])
    ? product['add_ons'].map((addOn) => textOf((addOn as { code?: unknown } | null)?.code)).join(', ')
    : ''

const feeOf = (fees: RecordedLikeness['fees'], code: string): string =>
  Object.hasOwn(fees, code) ? (fees[code] ?? 'quoted later') : ''

type Column = [name: string, cells: readonly string[], isCode: boolean]

const tableOf = (caption: string, columns: readonly Column[]): Piece => {
  const rows = columns[0]![1]
  if (rows.length === 0) return false
  return tableFrame(
    { text: caption },
    columns.map(([name]) => name),
    rows.map(
      (_row, index) =>
        html`<tr>
          ${columns.map(([, cells, isCode]) => html`<td>${isCode ? html`<code>${cells[index]}</code>` : cells[index]}</td>`)}
        </tr>`,
    ),
  )
}

/** Null where the run saw nothing of it. */
export const likenessGroup = ({ likeness }: Run): Html | null => {
  if (!likeness) return null
  const { order_types: products, status_labels: labels, fees, words, company, lender } = likeness
  const codes = products.map((product) => textOf(product['code']))
  const count = products.length + Object.keys(labels).length + Object.keys(words).length
  if (count === 0) return null
  const who = [company !== null && `the company is ${company}`, lender !== null && `the lender ${lender}`].filter(
    Boolean,
  )
  return html`<details class="group" id="likeness">
    <summary>the target’s own names <span class="soft">${count}</span></summary>
    <p>
      ${who.length > 0 && `To its account, ${who.join(', ')}. `}A simulator takes these names and the readings, so that
      you can test a client offline: <code>npx assay simulate --like report.json</code>
    </p>
    ${tableOf(`${times(products.length, 'product')} of its catalog`, [
      ['Code', codes, true],
      ['Name', products.map((product) => textOf(product['name'])), false],
      ['Report', products.map((product) => textOf(product['report_format'])), true],
      ['Add-ons', products.map(addOnsOf), true],
      ['Base fee', codes.map((code) => feeOf(fees, code)), false],
    ])}
    ${tableOf('Labels of statuses', [
      ['Status', Object.keys(labels), true],
      ['Label', Object.values(labels), false],
    ])}
    ${tableOf('Own codes and words', [
      ['Point that the contract leaves open', Object.keys(words), true],
      ['Word of the target', Object.values(words), true],
    ])}
  </details>`
}
