// What the client does right and wrong, judged from the journal as it grows: what to change first, then what nothing has shown yet.
import { addressOf } from './address.js'
import { droppedWords } from './journal.js'
import { html } from './library.js'
import { useValue } from './live.js'
import { Empty, Loading, Prose, Section, Text } from './parts.js'
import { instant, number } from './text.js'

const count = (many, one, more) => `${number(many)} ${many === 1 ? one : more}`

/** A text as it is; anything else as JSON. */
const shown = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1))

const Finding = ({ of: { expected, received, entries, at } }) =>
  html`<li>
    <dl class="terms">
      <dt>Expected</dt>
      <dd><${Text} of=${shown(expected)} /></dd>
      <dt>Received</dt>
      <dd><${Text} of=${shown(received)} /></dd>
      <dt>Evidence</dt>
      <dd>
        ${entries.map((id) => html`<a href=${addressOf(['journal', id])}>${id}</a> `)}
        <span class="soft"><time datetime=${at} title=${`${at} (real time)`}>${instant(at)}</time></span>
      </dd>
    </dl>
  </li>`

/** More of one rule show no more. */
const mostShown = 5

const Violated = ({ of: { rule, source, level, text, remedy, findings } }) =>
  html`<article class="violated" aria-label=${rule}>
    <h3 class="claim"><span class="tag fail">✕ ${level}</span> <${Prose} of=${text} /></h3>
    <p class="soft"><code>${rule}</code> · <${Prose} of=${source} /></p>
    ${remedy ? html`<p><b>What to change:</b> <${Prose} of=${remedy} /></p>` : null}
    <ul class="plain">
      ${findings
        .slice(-mostShown)
        .toReversed()
        .map((finding) => html`<${Finding} key=${finding.entries.join()} of=${finding} />`)}
    </ul>
    ${findings.length > mostShown ? html`<p class="soft">${count(findings.length, 'violation', 'violations')} in all; the latest ${mostShown} are shown.</p>` : null}
  </article>`

const Other = ({ of: { rule, text, reason, remedy } }) =>
  html`<li>
    <${Prose} of=${text} /> <code class="soft">${rule}</code>
    ${reason ? html`<br /><span class="soft"><${Prose} of=${reason} /></span>` : null}
    ${remedy ? html`<br /><b>To try:</b> <${Prose} of=${remedy} />` : null}
  </li>`

const Group = ({ rules, title, note }) =>
  rules.length === 0
    ? null
    : html`<details>
        <summary>${title} <span class="count">${number(rules.length)}</span></summary>
        <p class="soft">${note}</p>
        <ul class="plain">
          ${rules.map((one) => html`<${Other} key=${one.rule} of=${one} />`)}
        </ul>
      </details>`

const Counts = ({ of: { pass, fail, not_tested, not_applicable } }) =>
  html`<ul class="counts">
    <li><b class="fail tag">✕ ${number(fail)}</b> ${fail === 1 ? 'rule fails' : 'rules fail'}</li>
    <li><b class="pass tag">✓ ${number(pass)}</b> ${pass === 1 ? 'rule passes' : 'rules pass'}</li>
    <li><b class="tag">${number(not_tested)}</b> not tested yet</li>
    <li><b class="tag">${number(not_applicable)}</b> not applicable</li>
  </ul>`

const Rules = ({ of: { rules, summary, calls, deliveries, last, from_start, dropped, odd_queries } }) => {
  const of = (verdict) => rules.filter((one) => one.verdict === verdict)
  const failed = of('fail')
  return html`<${Counts} of=${summary} />
    <p class="soft">
      Judged: ${count(calls, 'call', 'calls')} and
      ${count(deliveries, 'delivery attempt', 'delivery attempts')}${last ? html`, up to <a href=${addressOf(['journal', last])}>${last}</a>` : ''}.
      ${dropped && droppedWords(dropped) ? html`Not judged, as the journal dropped them: ${droppedWords(dropped)}.` : ''}
      ${from_start ? '' : 'The journal does not have the first request of the client, so that rules about its start are not judged.'}
    </p>
    <${Section} id="failed" title="What to change" count=${failed.length}>
      ${failed.length === 0 ? html`<${Empty}>${calls === 0 ? 'The journal has no call.' : 'No rule fails.'}<//>` : failed.map((one) => html`<${Violated} key=${one.rule} of=${one} />`)}
    <//>
    ${
      odd_queries.length > 0
        ? html`<${Section} id="queries" title="Odd queries" count=${odd_queries.length}>
            <p class="soft">
              No rule forbids them; but the service ignores them, or may read them otherwise than they are meant.
            </p>
            <ul class="plain">
              ${odd_queries.map(({ what, calls }) => html`<li key=${what}><${Text} of=${what} /> (${count(calls, 'call', 'calls')})</li>`)}
            </ul>
          <//>`
        : null
    }
    <${Section} id="others" title="The other rules of a client">
      <${Group} rules=${of('not-tested')} title="Not tested" note="The journal has no occasion to violate them yet." />
      <${Group} rules=${of('pass')} title="Pass" note="The journal has an occasion for each, and no violation." />
      <${Group}
        rules=${of('not-applicable')}
        title="Not applicable"
        note="No traffic shows whether a client follows them."
      />
    <//>`
}

export const FindingsPage = () => {
  const findings = useValue('/findings', ['findings'])
  return html`<h1>Findings</h1>
    <p>
      What your client does right and wrong: each rule of the contract that is for clients, judged from the
      <a href="#/journal">journal</a> while you work. <code>assay audit</code> judges a recorded journal in the same
      way.
    </p>
    <${Loading} of=${findings}>${(value) => html`<${Rules} of=${value} />`}<//>`
}
