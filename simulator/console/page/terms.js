// Fee and due date: what they are, a change by the company, and an answer to the date that the lender asked for.
import { act } from './api.js'
import { html } from './library.js'
import { Refusal, Section, useAction } from './parts.js'

export const Terms = ({ whole, path, reload }) => {
  const { order, requested_due_date } = whole
  const { busy, error, run } = useAction(reload)
  const sending = (to, bodyOf) => (event) => {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget))
    void run(() => act(`${path}${to}`, bodyOf(values)))
  }
  return html`<${Section} id="terms" title="Fee and due date">
    <p>Fee ${order.fees.appraisal_fee ?? 'not quoted'} ${order.fees.currency}, due ${order.dates.due_date}.</p>
    ${
      requested_due_date
        ? html`<div class="buttons">
            <span>The lender asks for ${requested_due_date}.</span>
            <button
              type="button"
              class="main"
              disabled=${busy}
              onClick=${() => run(() => act(`${path}/due-date/accept`, {}))}
            >
              Accept the date
            </button>
            <button type="button" disabled=${busy} onClick=${() => run(() => act(`${path}/due-date/decline`, {}))}>
              Decline the date
            </button>
          </div>`
        : null
    }
    <form class="row" onSubmit=${sending('/fee', ({ fee }) => ({ appraisal_fee: fee }))}>
      <label class="field"><span>New fee, such as 525.00</span><input name="fee" required inputmode="decimal" /></label
      ><button disabled=${busy}>Change the fee</button>
    </form>
    <form class="row" onSubmit=${sending('/due-date', ({ due_date }) => ({ due_date }))}>
      <label class="field"><span>New due date</span><input type="date" name="due_date" required /></label
      ><button disabled=${busy}>Set the date</button>
    </form>
    <${Refusal} error=${error} />
  <//>`
}
