// Does it conform? The head of the report: the answer, the counts, what was judged and by what.
import { countVerdicts, firstLine, rehearsalIn, verdictNames, type Run } from '../summary.ts'
import { html, type Html, type Piece } from './markup.ts'
import { counted, number, seconds, times, verdictWords } from './words.ts'

export type Answer = { tone: 'good' | 'bad' | 'doubt'; words: string }

const broken = (count: number): string => (count === 1 ? '1 rule is broken' : `${number(count)} rules are broken`)

/** Whoever reads but the first line must know what was judged. */
const subject = (run: Run): string => {
  const rehearsal = rehearsalIn(run)
  if (rehearsal === null) return 'It'
  return rehearsal.includes('simulator') ? 'The simulator' : 'The test environment'
}

/** The run in a few words, never better than it is: what was not judged is not said to hold. */
export const answerOf = (run: Run): Answer => {
  const { finished, gate } = run
  const counts = countVerdicts(run.rules)
  const applying = run.rules.length - counts['not-applicable']
  const outcome = finished?.outcome ?? 'interrupted'
  const cut = outcome === 'crashed' ? 'the run crashed' : 'the run was interrupted'
  const complete = outcome === 'complete'
  if (outcome === 'preflight-failed') return { tone: 'doubt', words: 'Nothing was judged' }
  if (counts.fail > 0 && complete && finished?.exit_code === 0)
    return { tone: 'doubt', words: `${subject(run)} does not conform, and that is accepted: ${broken(counts.fail)}` }
  if (counts.fail > 0) {
    const words = `${subject(run)} does not conform: ${broken(counts.fail)}${complete ? '' : `, and ${cut}`}`
    return { tone: 'bad', words }
  }
  if (!complete) return { tone: 'doubt', words: `No answer: ${cut}` }
  if (finished?.exit_code === 1 && (gate?.problems.length ?? 0) > 0)
    return { tone: 'bad', words: 'No rule is broken, but the list of accepted failures is out of date' }
  if (finished?.exit_code !== 0 || applying === 0) return { tone: 'doubt', words: 'No answer: too little was judged' }
  if (counts.pass === applying)
    return { tone: 'good', words: `${subject(run)} conforms: every rule that applies holds` }
  return { tone: 'doubt', words: `Nothing is broken, but ${times(applying - counts.pass, 'rule')} went unjudged` }
}

const notices = (run: Run): Html[] => {
  const { finished, gate } = run
  const rehearsal = rehearsalIn(run)
  const outcome = finished?.outcome ?? 'interrupted'
  const reason = finished?.reason && html` <code>${finished.reason.code}</code>: ${finished.reason.message}`
  const told: [boolean, string, Piece][] = [
    [rehearsal !== null, 'A rehearsal', `The target is ${rehearsal}. This report is no judgement of a deployment.`],
    [
      outcome === 'interrupted',
      'Interrupted',
      html`The run did not come to its end; what it had judged by then is below.${reason}`,
    ],
    [outcome === 'crashed', 'Crashed', html`The suite itself failed; report it. What it had judged is below.${reason}`],
    [outcome === 'preflight-failed', 'Not begun', html`The target could not be judged at all.${reason}`],
    [outcome === 'complete' && finished?.exit_code === 2, 'Could not judge', reason],
    ...(gate?.problems ?? []).map(({ code, message }): [boolean, string, Piece] => [true, code, message]),
    ...(gate?.warnings ?? []).map(({ code, message }): [boolean, string, Piece] => [true, code, message]),
    ...run.notes.map((note): [boolean, string, Piece] => [true, 'Note', note]),
  ]
  return told
    .filter(([is]) => is)
    .map(([, title, text]) => html`<p class="notice"><strong>${title}.</strong> ${text}</p>`)
}

const bar = (run: Run): Html | false => {
  if (run.rules.length === 0) return false
  const counts = countVerdicts(run.rules)
  const present = verdictNames.filter((verdict) => counts[verdict] > 0)
  return html`<div class="bar" aria-hidden="true">
      ${present.map((verdict) => html`<span class="${verdict}" style="flex-grow:${counts[verdict]}"></span>`)}
    </div>
    <ul class="counts">
      ${verdictNames
        .filter((verdict) => counts[verdict] > 0 || verdict === 'pass' || verdict === 'fail')
        .map(
          (verdict) =>
            html`<li class="${verdict}" title="${verdictWords[verdict].means}">
              <a href="#rules?verdict=${verdict}"
                ><b>${number(counts[verdict])}</b>
                <span
                  ><i aria-hidden="true">${verdictWords[verdict].sign}</i> ${counted(verdict, counts[verdict])}</span
                ></a
              >
            </li>`,
        )}
    </ul>`
}

const facts = (run: Run): Html => {
  const { started, finished, environment, plan } = run
  const rows: [string, Piece][] = [
    ['Target', html`<code>${environment?.sandbox_base_url ?? environment?.production_base_url ?? 'none'}</code>`],
    ['Environment', environment?.environment],
    ['Contract', started?.suite.contract],
    ['Rule set', run.gate?.rule_set],
    ['Accepted failures', run.gate?.baseline && html`<code>${run.gate.baseline}</code>`],
    ['Suite', started && `${started.suite.name} ${started.suite.version}`],
    ['Seed', started && html`<code>${String(started.seed)}</code>${plan?.shuffled && ', checks shuffled'}`],
    ['Run', started && html`<code>${started.run}</code>`],
    [
      'Began',
      run.startedAt &&
        html`<time datetime="${run.startedAt}">${run.startedAt.slice(0, 19).replace('T', ' ')} UTC</time>`,
    ],
    ['Took', finished && seconds(finished.ms)],
    [
      'Checks',
      run.planned.length > run.checks.length ? `${run.checks.length} of ${run.planned.length}` : run.checks.length,
    ],
    ['Requests', `${number(run.exchanges.length)}${plan?.budget ? ` (budget ${number(plan.budget)})` : ''}`],
    ['Deliveries', number(run.deliveries.length)],
  ]
  const shown = rows.filter(([, value]) => value !== null && value !== undefined)
  return html`<dl class="facts">
    ${shown.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

export const answerSection = (run: Run): Html => {
  const { tone, words } = answerOf(run)
  const sign = { good: '✓', bad: '✕', doubt: '?' }[tone]
  return html`<section id="answer" class="answer tone-${tone}" aria-labelledby="answer-title">
    ${rehearsalIn(run) !== null && html`<p class="rehearsal">Rehearsal</p>`}
    <h1 id="answer-title"><span class="sign" aria-hidden="true">${sign}</span> ${words}</h1>
    <p class="line">${firstLine(run)}</p>
    ${notices(run)}${bar(run)}${facts(run)}
  </section>`
}
