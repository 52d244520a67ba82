// One violation, in full: what is wrong, the rule, expected and received, the exchange that proves it, how to reproduce it.
import type { Cause } from '../causes-of-run.ts'
import { placeOfFinding } from '../differences.ts'
import { certaintyOf } from '../label-words.ts'
import { causeScript } from '../shortened-run.ts'
import { correctionOf, libraryWords } from '../library-words.ts'
import { furtherViolations } from '../further-violations.ts'
import { planPath } from '../plan-file.ts'
import { replayCommand } from '../replay-command.ts'
import { stepWords } from '../step-words.ts'
import { objectionTo, saysMore } from '../rule-basis.ts'
import { excuseOf, type Run } from '../summary.ts'
import { causeAnchor, checkLink, ruleLink, trafficLinks, type Traffic } from './links.ts'
import { html, join, type Html, type Piece } from './markup.ts'
import { stepView } from './exchange-view.ts'
import { restsOn } from './rests-on.ts'
import { ruleAddress } from './rule-pages.ts'
import { sequenceOf, type Step } from './sequence.ts'
import { sideBySide } from './side-by-side.ts'
import { stepsList, wrongPartOf } from './steps-list.ts'
import { titleOf } from '../violation-title.ts'
import { number, prose, times } from './words.ts'

const copyable = (text: string, what: string): Html =>
  html`<div class="copyable">
    <pre tabindex="0" aria-label="${what}">${text}</pre>
    <button type="button" class="copy" data-what="${what}">Copy</button>
  </div>`

const reproduction = (cause: Cause, run: Run): Html => {
  const { plan } = cause
  const file = plan ? planPath(cause.cause) : null
  const script = causeScript(cause.finding, cause, run)
  const steps = plan && 'plan' in plan.run ? plan.run.plan.steps.map(stepWords).join(' → ') : null
  return html`<h4>Reproduce</h4>
    ${steps !== null && html`<p>The shortest plan that shows it: <code>${steps}</code></p>`}
    ${
      file &&
      html`${copyable(replayCommand(run, cause), 'the command that replays it')}
        <p class="soft">
          Run it in the folder where this run was started; the plan is
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
    ${!file && script === '' && html`<p class="soft">No plan and no request reproduces it: the target sent it on its own.</p>`}`
}

const occurrences = (cause: Cause, run: Run): Piece => {
  const { members: findings, finding, times: all } = cause
  const further = furtherViolations(cause, run)
  if (all < 2) return false
  const ids = [...new Set(findings.filter((one) => one !== finding).flatMap(({ requests }) => requests))]
  const checks = [...new Set(findings.map(({ check }) => check))]
  return html`<details>
    <summary>${times(all - 1, 'more finding')} of this cause</summary>
    ${
      further.length > 0 &&
      html`<p>The same rule is violated in other ways:</p>
        <ul>
          ${further.map((title) => html`<li>${prose(title)}</li>`)}
        </ul>`
    }
    <p>Found by ${join(checks.map(checkLink), ', ')}.</p>
    ${
      all > findings.length &&
      html`<p>
        ${times(findings.length, 'finding')} of them are kept in full; ${number(all - findings.length)} more like them
        are counted.
      </p>`
    }
    <p class="ids">${trafficLinks(ids)}</p>
  </details>`
}

/** Whether the step has what the pointer names, or what should hold it. */
const leadsTo = (step: Step, pointer: string | null): boolean => {
  if (pointer === null || !pointer.startsWith('/')) return true
  const body = step.kind === 'exchange' ? step.exchange.response?.body : step.delivery.body
  return body?.text?.includes(pointer.split('/').at(-2) ?? '') ?? false
}

/** Exchanges that are written out; the others open by script. */
const mostShown = 3

const proof = (cause: Cause, run: Run, traffic: Traffic): Html => {
  const { finding } = cause
  const { steps, shortened } = sequenceOf(finding, cause, run, traffic)
  const guilty = steps.filter((step) => step.guilty).slice(-mostShown)
  const pointer = finding.pointer === null ? null : placeOfFinding(finding).pointer
  const main = guilty.findLast((step) => leadsTo(step, pointer)) ?? guilty.at(-1)
  return html`<h4>Evidence</h4>
    ${shortened && html`<p class="soft">The shortened sequence, as it ran last.</p>`}
    ${stepsList(steps, wrongPartOf(finding))}${main && stepView(main, pointer)}
    ${guilty
      .filter((step) => step !== main)
      .map(
        (step) =>
          html`<details>
            <summary>${step.id} in full</summary>
            ${stepView(step, pointer)}
          </details>`,
      )}`
}

type ViolationOptions = {
  /** With evidence and a way to reproduce it. */
  full: boolean
  /** The folder of the pages of the rules, where there is one. */
  rulePages: string | null
}

export const violation = (cause: Cause, run: Run, traffic: Traffic, { full, rulePages }: ViolationOptions): Html => {
  const { finding, consequences, cause: id } = cause
  const rule = run.rules.find((one) => one.rule === finding.rule)
  const excuse = excuseOf(run, finding.rule)
  return html`<article class="${excuse === null ? 'cause' : 'cause excused'}" id="${causeAnchor(id)}">
    <h3>${prose(titleOf(finding, run))}</h3>
    <p class="rule-text">${prose(rule?.text ?? '')}</p>
    ${rule?.remedy !== undefined && html`<p><b>To change:</b> ${prose(rule.remedy)}</p>`}
    ${
      rule?.libraries !== undefined &&
      html`<p><b>Client library:</b> ${libraryWords(rule.libraries)}.</p>
        ${correctionOf(rule.libraries).length > 0 && html`<pre>${correctionOf(rule.libraries).join('\n')}</pre>`}`
    }
    <p class="source">
      ${ruleLink(finding.rule)}${rule && html` <span class="soft">· contract:</span> ${prose(rule.source)}`}${rulePages !== null && html` <span class="soft">·</span> <a href="${rulePages}${ruleAddress(finding.rule)}">about this rule</a>`}
    </p>
    ${
      rule &&
      saysMore(rule) &&
      html`<h4>Rests on</h4>
        ${restsOn(rule)}`
    }
    ${rule?.verdict === 'arguable' && html`<p class="notice"><strong>Counter-reading.</strong> ${prose(rule.counter ?? '')}</p>`}
    ${excuse !== null && html`<p class="notice"><strong>It does not fail the run.</strong> ${excuse}.</p>`}
    ${sideBySide(finding.expected, finding.received, finding.pointer)}
    <p>${times(cause.times, 'finding')}, <b>${certaintyOf(cause)}</b>. Found by ${checkLink(finding.check)}.</p>
    ${consequences.length > 0 && html`<p>The same cause violates ${join(consequences.map(ruleLink), ', ')}.</p>`}
    ${full ? [proof(cause, run, traffic), reproduction(cause, run)] : html`<p>Shown by ${trafficLinks(finding.requests, 20)}.</p>`}
    ${occurrences(cause, run)}
    <p class="soft">${prose(objectionTo(finding.rule))}</p>
    <p class="permalink"><a href="#${causeAnchor(id)}">Link to this violation</a></p>
  </article>`
}
