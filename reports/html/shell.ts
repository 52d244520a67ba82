// What every page of assay has: head, policy, navigation, light and dark; no address outside the page is ever loaded.
import { html, raw, type Html } from './markup.ts'
import { baseScript } from './script-base.ts'
import { pageStyle } from './style-page.ts'
import { number } from './words.ts'

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** `href` of a section, by its id, or of another page. */
export type Entry = [href: string, words: string, count: number | null]

type Shell = {
  title: string
  /** What the page is, beside the name of the program. */
  name: string
  /** Where the content begins, and what leads there. */
  first: [id: string, words: string]
  entries: readonly Entry[]
  main: Html
  after?: Html
  style?: string
  script: string
}

const addressOf = (href: string): string => (/^[\w-]+$/.test(href) ? `#${href}` : href)

const navigation = (entries: readonly Entry[]): Html =>
  html`<nav aria-label="Sections">
    <ul>
      ${entries.map(([href, words, count]) => html`<li><a href="${addressOf(href)}">${words}${count !== null && html` <span class="count">${number(count)}</span>`}</a></li>`)}
    </ul>
  </nav>`

export const shell = ({ title, name, first, entries, main, after, style = '', script }: Shell): string => {
  const page = html`<!doctype html>
    <html lang="en" id="top">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${raw(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <style>
          ${raw(pageStyle)}${raw(style)}
        </style>
      </head>
      <body>
        <a class="skip" href="#${first[0]}">${first[1]}</a>
        <header>
          <p class="brand"><b>assay</b> ${name}</p>
          <button type="button" id="theme" class="needs-script">Colours</button>
        </header>
        <div class="page">
          ${navigation(entries)}
          <main>${main}</main>
        </div>
        ${after}
        <script>
          ${raw(`(() => {${baseScript}${script}})()`)}
        </script>
      </body>
    </html> `.markup
  return `${page.trimEnd()}\n`
}
