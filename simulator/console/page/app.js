// The console: its pages, the way between them, the clock above them all.
import { hasToken, isRefusedEntry, onUnauthorized, setToken } from './api.js'
import { useAddress } from './address.js'
import { ClockPage } from './clock.js'
import { CredentialsPage } from './credentials.js'
import { EntryPage } from './entry.js'
import { EventPage } from './event.js'
import { EventsPage } from './events.js'
import { JournalPage } from './journal.js'
import { FaultsPage } from './faults.js'
import { offers } from './facts.js'
import { FindingsPage } from './findings.js'
import { html, render, useEffect, useState } from './library.js'
import { follow, useLive } from './live.js'
import { OrderPage } from './order.js'
import { OrdersPage } from './orders.js'
import { Announcements } from './parts.js'
import { PersonasPage } from './personas.js'
import { instant } from './text.js'
import { Theme } from './theme.js'
import { keyWords, useKeys } from './keys.js'

const all = [
  { id: 'orders', key: 'o', words: 'Orders', list: OrdersPage, one: OrderPage },
  { id: 'events', key: 'e', words: 'Events', list: EventsPage, one: EventPage },
  { id: 'journal', key: 'j', words: 'Journal', list: JournalPage, one: EntryPage, needs: 'getJournalEntry' },
  { id: 'findings', key: 'i', words: 'Findings', list: FindingsPage, needs: 'getFindings' },
  { id: 'faults', key: 'f', words: 'Faults', list: FaultsPage, needs: 'addFault' },
  { id: 'personas', key: 'p', words: 'Personas', list: PersonasPage, needs: 'setPersona' },
  { id: 'clock', key: 'c', words: 'Clock', list: ClockPage },
  { id: 'credentials', key: 'k', words: 'Credentials', list: CredentialsPage },
]

/** Those that this control port has the operations for. */
const pages = all.filter(({ needs }) => needs === undefined || offers(needs))

const Clock = () => {
  const { now, mode, frozen, at, connected } = useLive()
  const running = mode === 'real' && !frozen && now ? new Date(Date.parse(now) + Date.now() - at).toISOString() : now
  return html`<p class="clock">
    <span
      class=${connected ? 'dot on' : 'dot'}
      role="img"
      aria-label=${connected ? 'connected' : 'not connected'}
    ></span>
    ${connected ? html`<time datetime=${running}>${instant(running)}</time> <span class="soft">${frozen ? 'frozen' : mode} clock</span>` : 'not connected'}
  </p>`
}

/** Beside the word in the list of pages, so that a new one is seen from any page. */
const Violations = () => {
  const { violated } = useLive()
  return violated > 0
    ? html` <span class="mark violations">${violated}<span class="vh"> rules fail</span></span>`
    : null
}

const Keys = () =>
  html`<details class="keys">
    <summary>Keys</summary>
    <dl class="terms">
      ${keyWords(pages).map(
        ([key, words]) =>
          html`<dt><kbd>${key}</kbd></dt>
            <dd>${words}</dd>`,
      )}
    </dl>
  </details>`

const AskToken = () => {
  const give = (event) => {
    event.preventDefault()
    setToken(new FormData(event.currentTarget).get('token'))
    location.reload()
  }
  return html`<main id="main">
    <h1>This control port asks for a token</h1>
    <p>${hasToken() ? 'The token that was given is not the right one. ' : ''}The program prints it when it starts.</p>
    <form class="row" onSubmit=${give}>
      <label class="field"><span>Token</span><input name="token" type="password" autocomplete="off" required /></label
      ><button>Open</button>
    </form>
  </main>`
}

const App = () => {
  const { parts, values } = useAddress()
  const [closed, setClosed] = useState(isRefusedEntry)
  useEffect(() => onUnauthorized(() => setClosed(true)), [])
  useKeys(pages)
  const [id = 'orders', one] = parts
  const page = pages.find((known) => known.id === id) ?? pages[0]
  useEffect(() => {
    document.title = `${one ?? page.words} · assay console`
    window.scrollTo(0, 0)
  }, [page.id, one])
  const View = one === undefined ? page.list : (page.one ?? page.list)
  return html`<a
      class="skip"
      href="#main"
      onClick=${(event) => {
        event.preventDefault()
        document.getElementById('main').focus()
      }}
      >Skip to the content</a
    >
    <header>
      <p class="brand"><b>assay</b> console</p>
      <${Clock} /><${Theme} />
    </header>
    <div class="page">
      <nav aria-label="Pages">
        <ul>
          ${pages.map(({ id, words }) => html`<li><a href=${`#/${id}`} aria-current=${id === page.id ? 'page' : null}>${words}${id === 'findings' ? html`<${Violations} />` : null}</a></li>`)}
        </ul>
        <p><a href="/docs">Operations of the service</a></p>
        <${Keys} />
      </nav>
      ${closed ? html`<${AskToken} />` : html`<main id="main" tabindex="-1"><${View} key=${`${page.id} ${one ?? ''}`} id=${one} values=${values} /></main>`}
    </div>
    <${Announcements} />`
}

render(html`<${App} />`, document.body)
void follow()
