// Tables of the kill matrix page: a share of defects, and rows under named columns.
import type { Share } from './peer-scores.ts'
import { html, type Html, type Piece } from '../../reports/html/markup.ts'
import { tableFrame } from '../../reports/html/table-frame.ts'
import { number } from '../../reports/html/words.ts'

const percent = (part: number, of: number): string => (of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} %`)

export const part = ({ caught, of }: Share): Html =>
  html`${percent(caught, of)} <span class="soft">${number(caught)} of ${number(of)}</span>`

export const tableOf = (caption: string, heads: readonly string[], rows: readonly (readonly Piece[])[]): Html =>
  tableFrame(
    { text: caption },
    heads,
    rows.map(
      ([name, ...cells]) =>
        html`<tr>
          <th scope="row">${name}</th>
          ${cells.map((cell) => html`<td>${cell}</td>`)}
        </tr>`,
    ),
  )
