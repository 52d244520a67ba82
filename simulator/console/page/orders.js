// Orders of every lender, newest first, a page at a time: what is searched for is searched by the simulator.
import { query } from './api.js'
import { addressOf, replaceAddress } from './address.js'
import { facts } from './facts.js'
import { html } from './library.js'
import { useValue } from './live.js'
import { Empty, Field, Loading, Options, Status, Table, Text, Time } from './parts.js'
import { number } from './text.js'

const perPage = 50

const row = ({
  id,
  order_number,
  status,
  lender_reference,
  property_address_summary,
  order_type,
  dates,
  lender_id,
  environment,
}) =>
  html`<tr key=${id}>
    <th scope="row" class="nowrap"><a class="first" href=${addressOf(['orders', id])}>${order_number}</a></th>
    <td><${Status} of=${status} /></td>
    <td><${Text} of=${lender_reference} /></td>
    <td class="wide"><${Text} of=${property_address_summary} /></td>
    <td title=${order_type.name}><${Text} of=${order_type.code} /></td>
    <td class="nowrap">${dates.due_date}</td>
    <td class="nowrap"><${Time} of=${dates.created_at} /></td>
    <td>${lender_id.replace(/^len_/, '')} <span class="soft">${environment}</span></td>
  </tr>`

const heads = ['Number', 'Status', 'Reference', 'Property', 'Product', 'Due', 'Placed', 'Lender']

export const Pages = ({ page, pages, go }) =>
  html`<nav class="pages" aria-label="Pages of the list">
    <button type="button" disabled=${page <= 1} onClick=${() => go(page - 1)}>Newer</button>
    <span>page ${number(page)} of ${number(Math.max(1, pages))}</span>
    <button type="button" disabled=${page >= pages} onClick=${() => go(page + 1)}>Older</button>
  </nav>`

export const OrdersPage = ({ values }) => {
  const { q = '', status = '', environment = '', lender_id = '', page = '1' } = values
  const list = useValue(query('/orders', { q, status, environment, lender_id, page, per_page: perPage }), ['orders'])
  const lenders = useValue('/lenders', ['lenders'])
  const narrow = (more) => replaceAddress(['orders'], { ...values, page: '', ...more })
  return html`<h1>Orders</h1>
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <label class="field grow"
        ><span>Search</span>
        <input
          type="search"
          placeholder="number, name, address, loan …"
          name="q"
          value=${q}
          maxlength="200"
          onInput=${(event) => narrow({ q: event.currentTarget.value })}
      /></label>
      <${Field} label="Status"
        ><${Options}
          name="status"
          value=${status}
          any="any"
          all=${facts.statuses.map(({ code, label }) => [code, label])}
          onChange=${(status) => narrow({ status })}
      /><//>
      <${Field} label="Environment"
        ><${Options}
          name="environment"
          value=${environment}
          any="both"
          all=${['sandbox', 'production']}
          onChange=${(environment) => narrow({ environment })}
      /><//>
      <${Field} label="Lender"
        ><${Options}
          name="lender"
          value=${lender_id}
          any="all"
          all=${(lenders.value?.data ?? []).map(({ id, name }) => [id, name])}
          onChange=${(lender_id) => narrow({ lender_id })}
      /><//>
    </form>
    <${Loading} of=${list}
      >${({ data, total, page: at, total_pages }) =>
        html` <p class="soft" role="status">${number(total)} ${total === 1 ? 'order' : 'orders'}</p>
          ${
            data.length === 0
              ? html`<${Empty}
                  >${q || status || environment || lender_id ? 'No order fits.' : 'No order yet: place one with a credential of the page Credentials, or seed some on the page Personas.'}<//
                >`
              : html`<${Table} caption="Orders" heads=${heads}>${data.map(row)}<//>`
          }
          ${total_pages > 1 ? html`<${Pages} page=${at} pages=${total_pages} go=${(page) => replaceAddress(['orders'], { ...values, page: String(page) })} />` : null}`}<//
    >`
}
