// A table that scrolls in a frame of its own where it is wider than the page, under a caption that may be hidden.
import { html, type Html, type Piece } from './markup.ts'

type Caption = { text: string; label?: string; hidden?: boolean }

export const tableFrame = ({ text, label = text, hidden }: Caption, heads: readonly string[], rows: Piece): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      ${
        hidden
          ? html`<caption class="vh">
              ${text}
            </caption>`
          : html`<caption>
              ${text}
            </caption>`
      }
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
