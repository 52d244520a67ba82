// The whole state as a file: saved here, and taken over from one.
import { download, send } from './api.js'
import { html } from './library.js'
import { Field, Refusal, Section, useAction } from './parts.js'

const importFile = async (file) =>
  (await send('/world', { method: 'POST', headers: { 'content-type': 'application/json' }, body: file })).json()

export const WorldFile = ({ onImported }) => {
  const { busy, error, run } = useAction()
  const take = async (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const file = new FormData(form).get('world')
    if (await run(() => importFile(file))) {
      form.reset()
      onImported()
    }
  }
  return html`<${Section} id="world" title="The world as a file">
    <p>
      Everything that a snapshot keeps, for another simulator or another day. The file holds secrets and keys. An
      imported one takes the place of all that is there.
    </p>
    <div class="buttons">
      <button type="button" disabled=${busy} onClick=${() => run(() => download('/world', 'world.json'))}>
        Export
      </button>
    </div>
    <form class="row" onSubmit=${take}>
      <${Field} label="File"><input name="world" type="file" accept=".json,application/json" required /><//>
      <button disabled=${busy}>Import</button>
    </form>
    <${Refusal} error=${error} />
  <//>`
}
