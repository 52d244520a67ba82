// A document opened in the page: a PDF and an image as they are, XML and other text as text, a ZIP by its members.
import { download, send } from './api.js'
import { html, useEffect, useState } from './library.js'
import { Empty, Refusal, Table, Text, useAction } from './parts.js'
import { bytes, number } from './text.js'
import { zipMembers } from './zip-members.js'

const addressOf = (id) => `/documents/${encodeURIComponent(id)}/content`

/** A longer text is saved, not shown. */
const mostShown = 200_000

/** More rows keep a browser busy. */
const mostMembers = 500

/** A name may have 65,535 letters. */
const mostLetters = 200

const isText = (type) => /^text\/|[/+](xml|json)\b/.test(type)

const load = async ({ id, content_type: type }) => {
  const content = await (await send(addressOf(id))).arrayBuffer()
  if (type === 'application/pdf' || type.startsWith('image/'))
    return { type, url: URL.createObjectURL(new Blob([content], { type })) }
  if (isText(type)) return { type, text: new TextDecoder().decode(content) }
  return { type, members: zipMembers(content) }
}

const Members = ({ of }) =>
  html`<${Table} caption="The files in it" heads=${['File', 'Size']}
      >${of.slice(0, mostMembers).map(
        ({ name, size }, index) =>
          html`<tr key=${index}>
            <th scope="row"><${Text} of=${name.length > mostLetters ? `${name.slice(0, mostLetters)}…` : name} /></th>
            <td class="n">${bytes(size)}</td>
          </tr>`,
      )}<//
    >${
      of.length > mostMembers
        ? html`<p class="soft">The first ${number(mostMembers)} of ${number(of.length)} files are shown.</p>`
        : null
    }`

const Shown = ({ of: { type, url, text, members }, name }) => {
  if (text !== undefined)
    return html`<pre tabindex="0" aria-label=${name}>${text.slice(0, mostShown)}</pre>
      ${text.length > mostShown ? html`<p class="soft">The first ${number(mostShown)} characters are shown.</p>` : null}`
  if (members) return html`<${Members} of=${members} />`
  if (!url) return html`<${Empty}>A file of type ${type} cannot be shown here; save it.<//>`
  if (type === 'application/pdf') return html`<iframe class="document" src=${url} title=${name}></iframe>`
  return html`<img src=${url} alt=${name} />`
}

export const DocumentView = ({ of }) => {
  const [shown, setShown] = useState(null)
  const { busy, error, run } = useAction()
  useEffect(() => () => shown?.url && URL.revokeObjectURL(shown.url), [shown])
  const toggle = async () => setShown(shown ? null : ((await run(() => load(of))) ?? null))
  return html`<div class="buttons">
      <button
        type="button"
        class="small"
        disabled=${busy}
        aria-expanded=${shown !== null}
        aria-label=${`${shown ? 'Close' : 'Open'} ${of.filename}`}
        onClick=${toggle}
      >
        ${shown ? 'Close' : 'Open'}
      </button>
      <button
        type="button"
        class="small"
        disabled=${busy}
        aria-label=${`Save ${of.filename}`}
        onClick=${() => run(() => download(addressOf(of.id), of.filename))}
      >
        Save
      </button>
    </div>
    <${Refusal} error=${error} />
    ${shown ? html`<${Shown} of=${shown} name=${of.filename} />` : null}`
}
