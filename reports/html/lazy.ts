// Content that becomes part of the page when it is opened: without scripts a browser shows it at once.
import { html, type Html, type Piece } from './markup.ts'

/** Inside a `details`; never one inside the other, as a `noscript` ends at the first end of one. */
export const lazy = (content: Piece): Html => html`<noscript class="later">${content}</noscript>`
