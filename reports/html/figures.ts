// The tables of figures: coverage, requests, preflight, and how many deliberate defects the suite kills.
import type { MatrixFigures } from '../matrix-figures.ts'
import type { RecordedCoverage, RecordedShare } from '../run-record.ts'
import { phasesOf, plannedRequests, spentRequests, type Run } from '../summary.ts'
import { lazy } from './lazy.ts'
import { html, type Html, type Piece } from './markup.ts'
import { number, seconds, times } from './words.ts'

const meter = (value: number, of: number, second?: number): Html => {
  const share = (part: number): string => `${of === 0 ? 0 : Math.min(100, (100 * part) / of).toFixed(1)}%`
  return html`<span class="meter" aria-hidden="true"
    ><span style="width:${share(value)}"></span
    >${second !== undefined && html`<i style="left:${share(second)}"></i>`}</span
  >`
}

const shares: [keyof RecordedCoverage, string][] = [
  ['operations', 'Operations'],
  ['answers', 'Responses that the OpenAPI document declares'],
  ['statuses', 'Order statuses'],
  ['transitions', 'Transitions'],
  ['pairs', 'Transition pairs'],
  ['illegal_cells', 'Forbidden actions'],
  ['events_in_feed', 'Event types in the feed'],
  ['events_delivered', 'Event types delivered'],
  ['specimens', 'Specimen events'],
  ['error_codes', 'Error codes'],
]

const named = (share: RecordedShare): Html => {
  const seen = Object.entries(share.seen)
  return html`<details>
    <summary>which</summary>
    ${share.missing.length > 0 && html`<p><b>Not seen:</b> ${share.missing.join(', ')}</p>`}
    <p>
      <b>Seen:</b> ${seen.length === 0 ? 'none' : seen.map(([name, count]) => `${name} (${number(count)})`).join(', ')}
    </p>
  </details>`
}

export const coverageSection = ({ coverage }: Run): Html =>
  html`<section id="coverage" aria-labelledby="coverage-title">
    <h2 id="coverage-title">Coverage</h2>
    ${
      coverage === null
        ? html`<p class="empty">The run ended before coverage was counted.</p>`
        : html`<p>Measured from the recorded exchanges and deliveries.</p>
            <div class="scroll" tabindex="0" role="region" aria-label="Coverage table">
              <table>
                <caption>
                  Coverage
                </caption>
                <thead>
                  <tr>
                    <th scope="col">Of the contract</th>
                    <th scope="col" class="n">Seen</th>
                    <th scope="col" class="n">Of</th>
                    <th scope="col">Share</th>
                    <th scope="col">Which</th>
                  </tr>
                </thead>
                <tbody>
                  ${shares.map(
                    ([key, words]) =>
                      html`<tr>
                        <th scope="row">${words}</th>
                        <td class="n">${number(coverage[key].reached)}</td>
                        <td class="n">${number(coverage[key].of)}</td>
                        <td>${meter(coverage[key].reached, coverage[key].of)}</td>
                        <td>${named(coverage[key])}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>`
    }
  </section>`

export const requestsSection = (run: Run): Html => {
  const rows = phasesOf(run).filter(({ planned, spent }) => planned > 0 || spent > 0)
  const { asked, reruns } = spentRequests(run)
  const widest = Math.max(1, ...rows.map((row) => Math.max(row.planned, row.spent)))
  const budget = run.plan?.budget
  return html`<section id="requests" aria-labelledby="requests-title">
    <h2 id="requests-title">Requests</h2>
    ${
      rows.length === 0
        ? html`<p class="empty">
            ${run.exchanges.length === 0 ? 'No request was sent.' : `${times(run.exchanges.length, 'request')}; the run ended before assay counted them by phase.`}
          </p>`
        : html`<p>
              ${times(asked, 'request')} sent of ${number(plannedRequests(run))}
              planned${reruns > 0 && html`, and ${number(reruns)} more to shorten and repeat what failed`}${budget ? html`, within a budget of ${number(budget)}` : ''}${run.finished && run.finished.waited_ms > 0 && html`; ${seconds(run.finished.waited_ms)} waited for the rate limit`}.
            </p>
            <div class="scroll" tabindex="0" role="region" aria-label="Requests by phase">
              <table>
                <caption>
                  Requests by phase; the mark shows what was planned
                </caption>
                <thead>
                  <tr>
                    <th scope="col">Phase</th>
                    <th scope="col" class="n">Planned</th>
                    <th scope="col" class="n">Sent</th>
                    <th scope="col">Of the largest</th>
                    <th scope="col" class="n">Duration</th>
                  </tr>
                </thead>
                <tbody>
                  ${rows.map(
                    (row) =>
                      html`<tr>
                        <th scope="row">${row.phase.replace('checks.', '')}</th>
                        <td class="n">${number(row.planned)}</td>
                        <td class="n">${number(row.spent)}</td>
                        <td>${meter(row.spent, widest, row.planned)}</td>
                        <td class="n">${seconds(row.ms)}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>`
    }
  </section>`
}

export const preflightSection = ({ preflight }: Run): Html =>
  html`<section id="preflight" aria-labelledby="preflight-title">
    <h2 id="preflight-title">Preflight</h2>
    ${
      preflight.length === 0
        ? html`<p class="empty">The run ended before the preflight.</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-label="Preflight table">
            <table>
              <caption>
                Examined before any check
              </caption>
              <thead>
                <tr>
                  <th scope="col">About</th>
                  <th scope="col">Subject</th>
                  <th scope="col">Result</th>
                  <th scope="col">Details</th>
                </tr>
              </thead>
              <tbody>
                ${preflight.map(
                  ({ about, subject, verdict, code, message }) =>
                    html`<tr>
                      <th scope="row">${about}</th>
                      <td class="nowrap"><code>${subject}</code></td>
                      <td>
                        <span class="tag ${{ ok: 'pass', warning: 'inconclusive', fatal: 'fail' }[verdict]}"
                          ><span aria-hidden="true">${{ ok: '✓', warning: '!', fatal: '✕' }[verdict]}</span>
                          ${verdict}</span
                        >
                      </td>
                      <td>${code && html`<code>${code}</code>: `}${message}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
    }
  </section>`

/** Nothing where no matrix lies beside the report. */
export const matrixSummary = (matrix: MatrixFigures | null): Piece => {
  if (!matrix) return false
  const { summary, defects, suite, seed, scores, started_at } = matrix
  const open = defects.filter(({ verdict }) => verdict === 'survived' || verdict === 'inconclusive')
  return html`<section id="kill-matrix" aria-labelledby="matrix-title">
    <h2 id="matrix-title">Kill matrix</h2>
    <p>
      How good the suite is: of ${number(defects.length)} deliberate defects, ${suite.name} ${suite.version} killed
      <b>${number(summary.killed)}</b>; ${number(summary.survived)} survived and ${number(summary.inconclusive)} have no
      verdict (seed ${String(seed)}, ${started_at.slice(0, 10)}). <a href="matrix.html">The whole kill matrix</a>
    </p>
    <div class="scroll" tabindex="0" role="region" aria-label="Kill scores">
      <table>
        <caption>
          Share of the defects killed, by budget
        </caption>
        <thead>
          <tr>
            <th scope="col">Requests</th>
            <th scope="col" class="n">Killed</th>
            <th scope="col" class="n">Of</th>
          </tr>
        </thead>
        <tbody>
          ${scores.whole_suite.map(
            ({ budget, killed, of }) =>
              html`<tr>
                <th scope="row">${budget === null ? 'no limit' : number(budget)}</th>
                <td class="n">${number(killed)}</td>
                <td class="n">${number(of)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${
      open.length > 0 &&
      html`<details>
        <summary>${times(open.length, 'defect')} not killed</summary>
        ${lazy(
          html`<ul class="plain">
            ${open.map(({ id, bug }) => html`<li><code>${id}</code> ${bug}</li>`)}
          </ul>`,
        )}
      </details>`
    }
  </section>`
}
