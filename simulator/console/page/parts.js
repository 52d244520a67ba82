// Small parts that every page is made of: tags, times, buttons that copy, fields, refusals, and what a load shows meanwhile.
import { html, useEffect, useRef, useState } from './library.js'
import { instant, number } from './text.js'

/** A text of a client: in its own direction, and broken where it is too long. */
export const Text = ({ of = null }) => (of === null || of === '' ? null : html`<bdi class="text">${of}</bdi>`)

export const Time = ({ of }) =>
  of ? html`<time datetime=${of} title=${`${of} (domain time)`}>${instant(of)}</time>` : ''

const copyText = async (text) => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Not allowed here: by the selection.
  }
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}

let setAnnouncement = () => {}

/** For a reader that hears the page. */
export const announce = (text) => setAnnouncement(text)

export const Announcements = () => {
  const [text, setText] = useState('')
  setAnnouncement = setText
  return html`<p class="vh" role="status" aria-live="polite">${text}</p>`
}

export const Copy = ({ text, what, label = 'Copy' }) => {
  const [word, setWord] = useState(label)
  useEffect(() => {
    if (word === label) return
    const timer = setTimeout(() => setWord(label), 2000)
    return () => clearTimeout(timer)
  }, [word])
  const copy = async (event) => {
    const button = event.currentTarget
    const done = await copyText(typeof text === 'function' ? text() : text)
    setWord(done ? 'Copied' : 'Select it and copy')
    announce(done ? `Copied ${what}` : 'The browser does not allow copying')
    button.focus()
  }
  return html`<button type="button" class="small" aria-label=${`${label} ${what}`} onClick=${copy}>${word}</button>`
}

export const Id = ({ of, what = 'the id' }) =>
  of
    ? html`<span class="id"><code>${of}</code> <${Copy} text=${of} what=${what} /></span>`
    : html`<span class="soft">none</span>`

export const Refusal = ({ error }) =>
  error
    ? html`<div class="refusal" role="alert">
        <p><b>${error.status > 0 ? `${error.status} ` : ''}${error.code}</b> ${error.message}</p>
      </div>`
    : null

export const Section = ({ id, title, count, children, tools }) =>
  html`<section aria-labelledby=${`${id}-title`}>
    <div class="title">
      <h2 id=${`${id}-title`}>
        ${title}${count === undefined ? '' : html` <span class="count">${number(count)}</span>`}
      </h2>
      ${tools}
    </div>
    ${children}
  </section>`

export const Empty = ({ children }) => html`<p class="empty">${children}</p>`

/** A sentence of the contract's data: its names stand between backticks. */
export const Prose = ({ of }) =>
  of.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`<span>${part}</span>`))

/** The rule behind a refusal, or the freedom where the contract leaves it open. */
export const Why = ({ rule, freedom }) => {
  if (freedom)
    return html`<p class="rule">
      Left open by the contract: <${Prose} of=${freedom.question} /> <code class="soft">${freedom.id}</code>
    </p>`
  if (!rule) return null
  return html`<p class="rule">
    <${Prose} of=${rule.text} /> <span class="soft"><code>${rule.id}</code> · <${Prose} of=${rule.source} /></span>
  </p>`
}

/** Wide tables scroll on their own; on a narrow screen each cell stands below its head. */
export const Table = ({ caption, heads, children }) => {
  const body = useRef(null)
  useEffect(() => {
    for (const { cells } of body.current.rows)
      [...cells].forEach((cell, index) => (cell.dataset.head = heads[index] ?? ''))
  })
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption class="vh">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody ref=${body}>
        ${children}
      </tbody>
    </table>
  </div>`
}

export const Field = ({ label, children }) => html`<label class="field"><span>${label}</span>${children}</label>`

export const Options = ({ value, all, any, name, onChange }) =>
  html`<select name=${name} value=${value} onChange=${(event) => onChange(event.currentTarget.value)}>
    ${any === undefined ? null : html`<option value="">${any}</option>`}
    ${all.map((one) => {
      const [code, words] = Array.isArray(one) ? one : [one, one]
      return html`<option value=${code} selected=${code === value}>${words}</option>`
    })}
  </select>`

/** A small button of a row, named with what it acts on for a reader that hears the page. */
export const RowButton = ({ does, of, disabled, onClick }) =>
  html`<button type="button" class="small" disabled=${disabled} aria-label=${`${does} ${of}`} onClick=${onClick}>
    ${does.split(' ')[0]}
  </button>`

export const LenderOptions = ({ lenders, value, onChange }) =>
  html`<${Field} label="Lender"
    ><${Options} name="lender" value=${value} all=${lenders.map(({ id, name }) => [id, name])} onChange=${onChange}
  /><//>`

export const EnvironmentOptions = ({ value, onChange }) =>
  html`<${Field} label="Environment"
    ><${Options} name="environment" value=${value} all=${['sandbox', 'production']} onChange=${onChange}
  /><//>`

/** Narrows a list to one order. */
export const OrderFilter = ({ value, few, onChange }) =>
  html`<label class=${few ? 'field grow few' : 'field grow'}
    ><span>Order id</span
    ><input
      type="search"
      name="order_id"
      value=${value}
      onInput=${(event) => onChange(event.currentTarget.value.trim())}
  /></label>`

/** Terms with their values. */
export const Facts = ({ rows }) =>
  html`<dl class="facts">
    ${rows.map(
      ([term, value]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`

/** Runs one action at a time, and keeps its refusal until the next. */
export const useAction = (onDone) => {
  const [state, setState] = useState({ busy: false, error: null })
  const run = async (action) => {
    setState({ busy: true, error: null })
    try {
      const answer = await action()
      setState({ busy: false, error: null })
      const raised = answer?.raised?.map(({ type }) => type).join(', ')
      announce(raised ? `Done. Raised: ${raised}` : 'Done.')
      onDone?.(answer)
      return answer
    } catch (error) {
      setState({ busy: false, error })
      return undefined
    }
  }
  return { ...state, run }
}

export const Loading = ({ of, children }) => {
  if (of.error && !of.value) return html`<${Refusal} error=${of.error} />`
  if (!of.value) return html`<p class="soft" aria-busy="true">Loading …</p>`
  const draw = [children].flat().find((child) => typeof child === 'function')
  return html`<div class=${of.isOld ? 'old' : ''} aria-busy=${of.isOld}>
    <${Refusal} error=${of.error} />${draw(of.value)}
  </div>`
}

const tones = { delivered: 'pass', dead_lettered: 'fail', failed: 'fail', pending: 'info', disabled: 'doubt' }

export const Delivery = ({ of: { status } }) =>
  html`<span class=${`tag ${tones[status] ?? ''}`}>${status.replaceAll('_', ' ')}</span>`

export const Status = ({ of: { code, label } }) =>
  html`<span class=${`tag status ${code}`} title=${code}><${Text} of=${label} /></span>`
