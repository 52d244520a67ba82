// Folded content, which becomes part of the page when it is opened.
import { html, type Html, type Piece } from './markup.ts'
import { packedJson } from './packed-json.ts'

/** In the page as it stands: without scripts a browser shows it at once. Inside a `details`; never one inside the other. */
export const lazy = (content: Piece): Html => html`<noscript class="later">${content}</noscript>`

/** For what is long, and what nobody needs who reads the answer of a run: compressed, and the page's script unpacks it. */
export const createPack = () => {
  const parts: string[] = []
  return {
    /** Inside a `details`; never one inside the other. */
    later(content: Piece): Html {
      const place = parts.push(html`${content}`.markup) - 1
      return html`<p class="packed" data-place="${place}">
        The page’s script unpacks this. Without scripts, see the files beside this page.
      </p>`
    },
    /** All that was packed so far. */
    data: (): Html => packedJson('folded-data', parts),
  }
}

export type Pack = ReturnType<typeof createPack>
