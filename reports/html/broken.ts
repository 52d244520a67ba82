// What is broken, by cause: the rule and where it stands, expected and received, the shortest way to see it, how to see it again.
import { curlScript } from '../curl-script.ts'
import { planPath, type StoredPlan } from '../plan-file.ts'
import { replayCommand } from '../replay-command.ts'
import type { CauseFound, Finding, Label } from '../run-record.ts'
import { excuseOf, type Run } from '../summary.ts'
import { causeAnchor, checkLink, ruleLink, trafficLinks, type Traffic } from './links.ts'
import { html, join, type Html, type Piece } from './markup.ts'
import { stepView } from './exchange-view.ts'
import { sequenceDiagram } from './sequence-diagram.ts'
import { sequenceOf } from './sequence.ts'
import { sideBySide } from './side-by-side.ts'
import { prose, times } from './words.ts'

/** A cause, or where a run was cut short before its causes were found, the findings of one rule. */
type Group = { id: string; finding: Finding; findings: Finding[]; rules: string[]; cause: CauseFound | null }

const groupsOf = ({ causes, findings }: Run): Group[] => {
  const known = causes.map((cause) => ({
    id: cause.cause,
    finding: findings[cause.example]!,
    findings: cause.findings.map((index) => findings[index]!),
    rules: cause.rules,
    cause,
  }))
  const told = new Set(causes.flatMap((cause) => cause.findings))
  const byRule = new Map<string, Finding[]>()
  for (const [index, finding] of findings.entries())
    if (!told.has(index)) byRule.set(finding.rule, [...(byRule.get(finding.rule) ?? []), finding])
  const rest = [...byRule].map(([rule, own]) => ({
    id: causes.some(({ cause }) => cause === rule) ? `${rule}-besides` : rule,
    finding: own[0]!,
    findings: own,
    rules: [rule],
    cause: null,
  }))
  return [...known, ...rest]
}

const labelWords: Record<Label, string> = {
  deterministic: 'Deterministic: it came every time it was tried again',
  intermittent: 'Intermittent: it came some of the times it was tried again',
  unreproduced: 'Not reproduced: it did not come again',
  unrepeated: 'Not tried again',
}

const seenWords = ({ cause, findings }: Group): Html => {
  const often = `Seen ${findings.length === 1 ? 'once' : times(findings.length, 'time')} in the run`
  if (!cause) return html`${often}; the run ended before it was tried again.`
  const { label, tries, reason } = cause
  const again = tries.made > 0 ? `, again in ${tries.again} of ${tries.made} second tries` : ''
  return html`${often}${again}. <b>${labelWords[label]}</b>${reason && `: ${reason}`}.`
}

/** Exchanges that are written out; the others open by script. */
const mostShown = 3

const stepWords = ({ action }: StoredPlan['steps'][number]): string =>
  [action.do, action['to'] ?? action['kind'] ?? action['what'] ?? action['field'] ?? ''].join(' ').trim()

const copyable = (text: string, what: string): Html =>
  html`<div class="copyable">
    <pre tabindex="0" aria-label="${what}">${text}</pre>
    <button type="button" class="copy" data-what="${what}">Copy</button>
  </div>`

const again = ({ cause, finding }: Group, run: Run): Html => {
  const plan = cause?.plan
  const file = cause && plan ? planPath(cause.cause) : null
  const script = curlScript(finding, run.exchanges)
  const steps = plan && 'plan' in plan.run ? plan.run.plan.steps.map(stepWords).join(' → ') : null
  return html`<h4>See it again</h4>
    ${steps && html`<p>The shortest way: <b>${steps}</b>.</p>`}
    ${
      file &&
      html`${copyable(replayCommand(run, cause!), 'the command that replays it')}
        <p class="soft">
          Run it in the folder that this run was started in; the plan is
          <a href="${file}">${file}</a
          >${plan && 'check' in plan.run && html`, which runs ${checkLink(plan.run.check)}`}.
        </p>`
    }
    ${
      script !== '' &&
      html`<details>
        <summary>As a curl script</summary>
        ${copyable(script, 'the curl script')}
      </details>`
    }
    ${!file && script === '' && html`<p class="soft">There is neither plan nor request to send again: the finding is about what the target sent by itself.</p>`}`
}

const others = ({ findings, finding }: Group): Piece => {
  if (findings.length < 2) return false
  const ids = [...new Set(findings.filter((one) => one !== finding).flatMap(({ requests }) => requests))]
  const checks = [...new Set(findings.map(({ check }) => check))]
  return html`<details>
    <summary>Seen elsewhere too: ${times(findings.length - 1, 'more finding')}</summary>
    <p>Found by ${join(checks.map(checkLink), ', ')}.</p>
    <p class="ids">${trafficLinks(ids)}</p>
  </details>`
}

/** Beyond them a target so broken needs no drawings: each further cause is told without. */
const mostInFull = 40

const shownHow = ({ finding, cause }: Group, run: Run, traffic: Traffic): Html => {
  const { steps, shortened } = sequenceOf(finding, cause, run, traffic)
  const guilty = steps.filter((step) => step.guilty).slice(-mostShown)
  return html`<h4>Show me</h4>
    ${shortened && html`<p class="soft">The sequence after it was shortened, as it ran the last time.</p>`}
    ${sequenceDiagram(steps, finding.rule)}
    ${guilty.map(
      (step) =>
        html`<details>
          <summary>${step.id} in full</summary>
          ${stepView(step, finding.pointer)}
        </details>`,
    )}`
}

const article = (group: Group, run: Run, traffic: Traffic, full: boolean): Html => {
  const { finding, rules, id } = group
  const rule = run.rules.find((one) => one.rule === finding.rule)
  const excuse = excuseOf(run, finding.rule)
  const also = rules.filter((one) => one !== finding.rule)
  return html`<article class="${excuse === null ? 'cause' : 'cause excused'}" id="${causeAnchor(id)}">
    <h3>${prose(rule?.text ?? finding.rule)}</h3>
    <p class="source">
      ${ruleLink(finding.rule)}${rule && html` <span class="soft">· contract:</span> ${prose(rule.source)}`}
    </p>
    ${excuse !== null && html`<p class="notice"><strong>It does not fail the run.</strong> ${excuse}.</p>`}
    ${sideBySide(finding.expected, finding.received, finding.pointer)}
    <p>${seenWords(group)} Found by ${checkLink(finding.check)}.</p>
    ${also.length > 0 && html`<p>The same cause breaks ${join(also.map(ruleLink), ', ')}.</p>`}
    ${full ? [shownHow(group, run, traffic), again(group, run)] : html`<p>Shown by ${trafficLinks(finding.requests, 20)}.</p>`}
    ${others(group)}
    <p class="permalink"><a href="#${causeAnchor(id)}">Link to this cause</a></p>
  </article>`
}

const overview = (groups: readonly Group[], run: Run): Piece =>
  groups.length > 1 &&
  html`<ol class="overview">
    ${groups.map(({ id, finding, findings }) => {
      const text = run.rules.find(({ rule }) => rule === finding.rule)?.text ?? finding.rule
      return html`<li>
        <a href="#${causeAnchor(id)}">${prose(text)}</a> <span class="soft">${times(findings.length, 'finding')}</span>
      </li>`
    })}
  </ol>`

export const brokenCount = (run: Run): number => groupsOf(run).length

export const brokenSection = (run: Run, traffic: Traffic): Html => {
  const groups = groupsOf(run)
  const judged = run.rules.some(({ verdict }) => verdict === 'pass')
  const none = judged
    ? 'Nothing: of all that was judged, every rule holds.'
    : 'Nothing was found broken, but nothing was judged either.'
  return html`<section id="broken" aria-labelledby="broken-title">
    <h2 id="broken-title">What is broken</h2>
    ${groups.length === 0 ? html`<p class="empty">${none}</p>` : html`<p>${times(groups.length, 'cause')} of ${times(run.findings.length, 'finding')}.</p>`}
    ${overview(groups, run)}${groups.map((group, index) => article(group, run, traffic, index < mostInFull))}
  </section>`
}
