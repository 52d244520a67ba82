// What was tested, by what and when, and what the run noted: for those who compare reports.
import { addressJudged, isSimulatedIn, type Run } from '../summary.ts'
import { html, type Html, type Piece } from './markup.ts'
import { number, seconds } from './words.ts'

const rowsOf = (run: Run): [string, Piece][] => {
  const { started, finished, environment, plan, gate } = run
  const receiver = environment?.receiver_url
  return [
    ['Target', html`<code>${addressJudged(run) ?? 'none'}</code>`],
    ['Environment', receiver ? null : environment?.environment],
    ['Kind of target', receiver ? 'a webhook receiver' : (isSimulatedIn(run) ?? 'a deployment')],
    ['Contract', started?.suite.contract],
    ['Rule set', gate?.rule_set],
    ['Accepted failures', gate?.baseline && html`<code>${gate.baseline}</code>`],
    ['assay', started?.suite.version],
    ['Node.js', environment?.node],
    ['Seed', started && html`<code>${String(started.seed)}</code>${plan?.shuffled && ', checks shuffled'}`],
    ['Run', started && html`<code>${started.run}</code>`],
    ['Started', run.startedAt && `${run.startedAt.slice(0, 19).replace('T', ' ')} UTC`],
    ['Duration', finished && seconds(finished.ms)],
    [
      'Checks',
      run.planned.length > run.checks.length ? `${run.checks.length} of ${run.planned.length}` : run.checks.length,
    ],
    ['Requests', `${number(run.exchanges.length)}${plan?.budget ? ` (budget ${number(plan.budget)})` : ''}`],
    ['Webhook deliveries', receiver ? null : number(run.deliveries.length)],
  ]
}

const notes = ({ notes: texts, gate }: Run): Piece => {
  const warnings = (gate?.warnings ?? []).map(({ code, message }) => html`<code>${code}</code>: ${message}`)
  if (texts.length + warnings.length === 0) return false
  return html`<h3>Notes</h3>
    <ul class="plain">
      ${[...texts, ...warnings].map((text) => html`<li>${text}</li>`)}
    </ul>`
}

export const runSection = (run: Run): Html =>
  html`<section id="run" aria-labelledby="run-title">
    <h2 id="run-title">Run</h2>
    <dl class="facts">
      ${rowsOf(run)
        .filter(([, value]) => value !== null && value !== undefined)
        .map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
    </dl>
    ${notes(run)}
  </section>`
