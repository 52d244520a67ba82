// Where the contract leaves something open: which of the permitted readings the target was seen to take.
import { groupBy } from '../group-by.ts'
import type { Reading } from '../run-record.ts'
import type { Run } from '../summary.ts'
import { freedoms } from './contract-tables.ts'
import type { Pack } from './lazy.ts'
import { likenessGroup } from './likeness.ts'
import { trafficLinks } from './links.ts'
import { html, type Html } from './markup.ts'
import { areaOf, times } from './words.ts'

const seenOf = (readings: readonly Reading[]): Map<string, string[]> => {
  const seen = new Map<string, string[]>()
  for (const { reading, requests } of readings) seen.set(reading, [...(seen.get(reading) ?? []), ...requests])
  return seen
}

const row = (id: string, readings: readonly Reading[]): Html => {
  const freedom = freedoms().get(id)
  const seen = seenOf(readings)
  const others = Object.keys(freedom?.readings ?? {}).filter((reading) => !seen.has(reading))
  return html`<tr id="freedom-${id}">
    <th scope="row">${freedom?.question ?? id}<br /><code>${id}</code></th>
    <td>
      <ul class="plain">
        ${[...seen].map(([reading, requests]) => html`<li><b>${reading}</b>${freedom?.readings[reading] && html`: ${freedom.readings[reading]}`} ${trafficLinks([...new Set(requests)], 3)}</li>`)}
      </ul>
      ${others.length > 0 && html`<p class="soft">Also permitted: ${others.join(', ')}</p>`}
    </td>
  </tr>`
}

export const readingsSection = (run: Run, pack: Pack): Html => {
  const byFreedom = groupBy(run.readings, ({ freedom }) => freedom)
  const areas = [...new Set([...byFreedom.keys()].map(areaOf))].toSorted()
  const several = [...byFreedom.values()].filter((own) => seenOf(own).size > 1).length
  return html`<section id="readings" aria-labelledby="readings-title">
    <h2 id="readings-title">Readings</h2>
    ${
      byFreedom.size === 0
        ? html`<p class="empty">This run shows no reading.</p>`
        : html`<p>
            The contract leaves ${freedoms().size} points open. This run shows the reading (what the target does) of
            ${byFreedom.size}${several > 0 && html`, of ${times(several, 'point')} more than one`}. No reading counts
            for or against the target.
          </p>`
    }
    ${areas.map((area) => {
      const own = [...byFreedom].filter(([id]) => areaOf(id) === area)
      return html`<details class="group">
        <summary>${area} <span class="soft">${own.length}</span></summary>
        ${pack.later(
          html`<div class="scroll" tabindex="0" role="region" aria-label="Readings of ${area}">
            <table>
              <caption>
                Readings: ${area}
              </caption>
              <thead>
                <tr>
                  <th scope="col">Question</th>
                  <th scope="col">Seen</th>
                </tr>
              </thead>
              <tbody>
                ${own.map(([id, readings]) => row(id, readings))}
              </tbody>
            </table>
          </div>`,
        )}
      </details>`
    })}
    ${likenessGroup(run)}
  </section>`
}
