// What other tools make of the same defects, with what each column means.
import type { PeerScores } from './peer-scores.ts'
import { html, type Html, type Piece } from '../../reports/html/markup.ts'
import { part, tableOf } from './matrix-tables.ts'
import { number, times } from '../../reports/html/words.ts'

export const peersSection = ({ peers, sample, mutants, fault_types, ran_at, seed, node }: PeerScores): Html => {
  const heads = [
    'Tool',
    'Killed',
    'Deep',
    'Mutants',
    'Fault types',
    'False alarms',
    'Clean runs',
    'Requests',
    'Seconds',
  ]
  const rows = peers.map((peer): Piece[] => [
    html`<span title="${peer.how}">${peer.title}</span> <span class="soft">${peer.version}</span>`,
    part(peer.caught),
    part(peer.deep),
    part(peer.mutants),
    `${peer.fault_types.length} of ${fault_types.length}`,
    number(peer.noise),
    `${peer.false_catches} of ${peer.clean_runs}`,
    number(peer.requests),
    peer.seconds.toFixed(1),
  ])
  return html`<section id="peers" aria-labelledby="peers-title">
    <h2 id="peers-title">Other tools</h2>
    <p>
      The same sample of ${times(sample, 'defect')} and ${times(mutants.sample, 'generated mutant')} (seed
      ${String(seed)}), given to each tool on ${ran_at.slice(0, 10)}, Node ${node}.
    </p>
    ${tableOf('What each tool kills', heads, rows)}
    <dl class="terms">
      <dt>Deep</dt>
      <dd>Defects that hide from a plain first call: they show only in a later state, for example after a resume.</dd>
      <dt>Killed</dt>
      <dd>
        For another tool, any complaint that it never makes without a defect; for assay, only the violated rule itself.
      </dd>
      <dt>Mutants</dt>
      <dd>
        Small changes of the simulator's code, made by an engine and drawn from those that a run executes; killed for
        assay by any violated rule, or by a run that ends with exit code 2.
      </dd>
      <dt>Fault types</dt>
      <dd>Those of the ten of Zhang and Arcuri (TOSEM 2023) of which the tool kills a defect.</dd>
      <dt>False alarms</dt>
      <dd>Different complaints in runs without a defect.</dd>
      <dt>Clean runs</dt>
      <dd>Runs without a defect that have a complaint which no other such run has.</dd>
      <dt>Requests, seconds</dt>
      <dd>Of one run, in the median.</dd>
    </dl>
  </section>`
}
