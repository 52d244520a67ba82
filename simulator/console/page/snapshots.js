// States that come back: taken, restored as often as wanted, removed.
import { act } from './api.js'
import { html } from './library.js'
import { useValue } from './live.js'
import { Empty, Field, Loading, Refusal, RowButton, Section, Table, Text, Time, useAction } from './parts.js'
import { instant, number } from './text.js'

export const Snapshots = () => {
  const list = useValue('/snapshots', [])
  const { busy, error, run } = useAction(() => list.reload())
  const on = (id, verb) => run(() => act(`/snapshots/${encodeURIComponent(id)}/${verb}`))
  const take = async (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const name = new FormData(form).get('name').trim()
    if (await run(() => act('/snapshots', name ? { name } : {}))) form.reset()
  }
  return html`<${Section} id="snapshots" title="Snapshots" count=${list.value?.data.length}>
    <p>
      A snapshot keeps every record and file, domain time and what is due, until the simulator ends. Restore it to try
      the same once more; the journal and the faults stay as they are.
    </p>
    <form class="row" onSubmit=${take}>
      <${Field} label="Name (optional)"><input name="name" maxlength="200" /><//>
      <button class="main" disabled=${busy}>Take a snapshot</button>
    </form>
    <${Refusal} error=${error} />
    <${Loading} of=${list}
      >${({ data }) =>
        data.length === 0
          ? html`<${Empty}>None yet.<//>`
          : html`<${Table} caption="Snapshots" heads=${['Snapshot', 'Domain time', 'Taken', 'Orders', 'Events', 'Do']}
              >${data.map(
                ({ id, name, now, taken_at, orders, events }) =>
                  html`<tr key=${id}>
                    <th scope="row">
                      <${Text} of=${name ?? id} /> ${name ? html`<span class="soft">${id}</span>` : ''}
                    </th>
                    <td class="nowrap"><${Time} of=${now} /></td>
                    <td class="nowrap">
                      <time datetime=${taken_at} title=${`${taken_at} (real time)`}>${instant(taken_at)}</time>
                    </td>
                    <td class="n">${number(orders)}</td>
                    <td class="n">${number(events)}</td>
                    <td>
                      <div class="buttons">
                        <${RowButton} does="Restore" of=${id} disabled=${busy} onClick=${() => on(id, 'restore')} />
                        <${RowButton} does="Remove" of=${id} disabled=${busy} onClick=${() => on(id, 'remove')} />
                      </div>
                    </td>
                  </tr>`,
              )}<//
            >`}<//
    >
  <//>`
}
