// The documents of an order, and a new one: made here by its kind, or a file of this machine.
import { act } from './api.js'
import { DocumentView } from './document-view.js'
import { facts, offers } from './facts.js'
import { html, useState } from './library.js'
import { Empty, Field, Id, Options, Refusal, Section, Text, Time, useAction } from './parts.js'
import { bytes } from './text.js'

const base64Of = (file) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result.slice(reader.result.indexOf(',') + 1)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })

const bodyOf = async (kind, file) => {
  if (!file?.size) return { kind }
  return {
    kind,
    filename: file.name,
    content_type: file.type || 'application/octet-stream',
    content: await base64Of(file),
  }
}

const Row = ({ of }) => {
  const { id, kind, filename, content_type, size_bytes, created_at } = of
  return html`<li>
    <p>
      <b><${Text} of=${filename} /></b>
      <span class="soft">${kind} · ${content_type} · ${bytes(size_bytes)} · <${Time} of=${created_at} /></span>
    </p>
    <${Id} of=${id} what="the id of the document" />
    ${offers('getDocumentContent') ? html`<${DocumentView} of=${of} />` : null}
  </li>`
}

export const Documents = ({ documents, path, reload }) => {
  const [kind, setKind] = useState('invoice')
  const { busy, error, run } = useAction(reload)
  const add = async (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const file = new FormData(form).get('file')
    if (await run(async () => act(`${path}/documents`, await bodyOf(kind, file)))) form.reset()
  }
  return html`<${Section} id="documents" title="Documents" count=${documents.length}>
    ${
      documents.length === 0
        ? html`<${Empty}>None yet: a delivered report brings some.<//>`
        : html`<ul class="plain apart">
            ${documents.map((document) => html`<${Row} key=${document.id} of=${document} />`)}
          </ul>`
    }
    <form class="row" onSubmit=${add}>
      <${Field} label="Kind"
        ><${Options} name="kind" value=${kind} all=${facts.document_kinds} onChange=${setKind}
      /><//>
      <label class="field"><span>File (made here when left out)</span><input type="file" name="file" /></label>
      <button disabled=${busy}>Add the document</button>
    </form>
    <${Refusal} error=${error} />
  <//>`
}
