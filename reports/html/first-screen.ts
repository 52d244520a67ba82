// The first screen of the report: does it conform, what is violated, what is not tested and how to test it, where the files are.
import { selectedIn } from '../headline.ts'
import { ownErrors } from '../own-errors.ts'
import { addressJudged, countVerdicts, isSimulatedIn, verdictNames, type Run } from '../summary.ts'
import { formerAnchor } from './links.ts'
import { html, join, type Html, type Piece } from './markup.ts'
import { notTestedCount, openVerdicts, remedyList } from './not-tested.ts'
import { verdictLine } from './verdict-line.ts'
import { arguableCount, arguableLinks, violationCount, violationLinks } from './violations.ts'
import { counted, number, times, verdictWords } from './words.ts'

/** A file beside the report, with a few words on what it is. */
export type ReportFile = { name: string; what: string }

const mostViolations = 5
const mostRemedies = 4

const notice = (title: string, text: Piece): Html => html`<p class="notice"><strong>${title}.</strong> ${text}</p>`

/** What changes how the verdict is to be read; everything else stands below. */
const notices = (run: Run): Html[] => {
  const { finished, gate } = run
  const outcome = finished?.outcome ?? 'interrupted'
  const errors = ownErrors(run)
  const reason = finished?.reason && html`<code>${finished.reason.code}</code>: ${finished.reason.message}`
  const cut = { interrupted: 'Interrupted', crashed: 'assay crashed; please report it', 'preflight-failed': 'Why' }
  return [
    ...(outcome !== 'complete' && reason ? [notice(cut[outcome], reason)] : []),
    ...(outcome === 'complete' && finished?.exit_code === 2 && reason ? [notice('No verdict', reason)] : []),
    ...(errors === null ? [] : [notice('assay error', errors)]),
    ...(gate?.problems ?? []).map(({ code, message }) => notice(code, message)),
  ]
}

const bar = (run: Run): Piece => {
  if (run.rules.length === 0) return false
  const counts = countVerdicts(run.rules)
  const present = verdictNames.filter((verdict) => counts[verdict] > 0)
  return html`${selectedIn(run) !== null && html`<p class="soft">Of the whole contract:</p>`}
    <div class="bar" aria-hidden="true">
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

const address = (run: Run): Html => {
  const { startedAt } = run
  return html`<p class="line">
    <code>${addressJudged(run) ?? 'no address'}</code
    >${startedAt !== null && html` · <time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time>`}
  </p>`
}

const violated = (run: Run): Piece => {
  const count = violationCount(run)
  if (count === 0) return false
  return html`<h2>Violated: ${times(count, 'cause')}</h2>
    ${violationLinks(run, mostViolations)}
    ${count > mostViolations && html`<p><a href="#violations">All ${count} causes</a></p>`}`
}

const argued = (run: Run): Piece => {
  const count = arguableCount(run)
  if (count === 0) return false
  return html`<h2>Arguable: ${times(count, 'cause')}</h2>
    ${arguableLinks(run, mostViolations)}
    ${count > mostViolations && html`<p><a href="#arguable">All ${count} causes</a></p>`}`
}

const untested = (run: Run): Piece => {
  const count = notTestedCount(run)
  if (count === 0 || run.finished?.outcome === 'preflight-failed') return false
  const counts = countVerdicts(run.rules)
  const present = openVerdicts.filter((verdict) => counts[verdict] > 0).map((verdict) => verdictWords[verdict].word)
  return html`<h2>
      <span class="capital">${present.join(' or ')}</span>: <a href="#not-tested">${times(count, 'rule')}</a>
    </h2>
    ${remedyList(run, mostRemedies)}`
}

const filesOf = (run: Run, files: readonly ReportFile[]): Piece => {
  const shown = files.filter(({ name }) => name !== 'plans/' || run.causes.some(({ plan }) => plan !== null))
  return (
    shown.length > 0 &&
    html`<h2>Files beside this page</h2>
      <p class="files">
        ${join(
          shown.map(({ name, what }) => html`<a href="${name}" title="${what}">${name}</a>`),
          ' · ',
        )}
      </p>`
  )
}

export const firstScreen = (run: Run, files: readonly ReportFile[]): Html => {
  const { tone, words } = verdictLine(run)
  const sign = { good: '✓', bad: '✕', doubt: '?' }[tone]
  const started = run.finished?.outcome !== 'preflight-failed'
  return html`<section id="summary" class="summary tone-${tone}" aria-labelledby="summary-title">
    ${formerAnchor('answer')} ${isSimulatedIn(run) !== null && html`<p class="simulated">Simulated target</p>`}
    <h1 id="summary-title"><span class="sign" aria-hidden="true">${sign}</span> <span>${words}</span></h1>
    ${address(run)}${notices(run)}${started && bar(run)}${violated(run)}${argued(run)}${untested(run)}${filesOf(run, files)}
  </section>`
}
