// The go-live page of a client: is it ready, what is left to change, what its traffic did not show yet, and what it has met so far.
import type { RecordedShare, RuleJudged } from '../run-record.ts'
import { headline } from '../headline.ts'
import { libraryWords } from '../library-words.ts'
import { excuseOf, type Run } from '../summary.ts'
import { html, type Html } from './markup.ts'
import { shell, type Entry } from './shell.ts'
import { tableFrame } from './table-frame.ts'
import { number, prose, times } from './words.ts'

/** A failure that a client must expect, and how to let it meet one. */
type Failure = { status: string; words: string; toMeet: string }

const failures: readonly Failure[] = [
  {
    status: '401',
    words: 'an expired token, or a revoked credential',
    toMeet: 'Move the clock of the simulator by an hour.',
  },
  { status: '403', words: 'an action that is not permitted', toMeet: 'Use a lender that may not cancel, and cancel.' },
  { status: '404', words: 'a resource that is not there', toMeet: 'Read an order of another account.' },
  { status: '409', words: 'an action that the status does not allow', toMeet: 'Hold an order that is on hold.' },
  { status: '413', words: 'a file that is too large', toMeet: 'Upload more than 25 MB.' },
  { status: '415', words: 'a type that is not accepted', toMeet: 'Upload a video.' },
  { status: '422', words: 'values that cannot be used', toMeet: 'Place an order with a due date in the past.' },
  { status: '429', words: 'too many requests', toMeet: 'Put a fault on an operation that answers 429.' },
  { status: '500', words: 'a failure of the service', toMeet: 'Put a fault on an operation that answers 500.' },
  {
    status: '503',
    words: 'a service that does not serve for a moment',
    toMeet: 'Put a fault on an operation that answers 503.',
  },
  { status: 'no answer', words: 'a lost answer', toMeet: 'Put a fault on `createOrder` that loses the answer.' },
]

const ofStatus = ({ coverage }: Run, status: string): [operation: string, count: number][] =>
  Object.entries(coverage?.operations.statuses ?? {}).flatMap(([operation, seen]) =>
    seen[status] === undefined ? [] : [[operation, seen[status]] as [string, number]],
  )

const failureRow = (run: Run, { status, words, toMeet }: Failure): Html => {
  const met = ofStatus(run, status)
  const count = met.reduce((sum, [, times]) => sum + times, 0)
  return html`<tr>
    <th scope="row">${status}</th>
    <td>${words}</td>
    <td class="n">${number(count)}</td>
    <td>${met.length > 0 ? met.map(([operation]) => operation).join(', ') : prose(toMeet)}</td>
  </tr>`
}

const table = (title: string, heads: readonly string[], rows: readonly Html[]): Html =>
  tableFrame({ text: title, label: `${title}: table`, hidden: true }, heads, rows)

const shareRow = (words: string, { reached, of, seen, missing }: RecordedShare): Html =>
  html`<tr>
    <th scope="row">${words}</th>
    <td>${number(reached)} of ${number(of)}</td>
    <td>${Object.keys(seen).join(', ') || 'none'}</td>
    <td>${missing.join(', ') || 'none'}</td>
  </tr>`

const shareRows = ({ coverage }: Run): Html[] =>
  coverage === null
    ? []
    : [
        shareRow('Operations', coverage.operations),
        shareRow('Order statuses', coverage.statuses),
        shareRow('Events in the feed', coverage.events_in_feed),
        shareRow('Events delivered', coverage.events_delivered),
        shareRow('Error codes', coverage.error_codes),
      ]

const named = (rules: readonly RuleJudged[], verdict: RuleJudged['verdict']): RuleJudged[] =>
  rules.filter((rule) => rule.verdict === verdict)

const changeRow = (run: Run, { rule, text, remedy, libraries }: RuleJudged): Html =>
  html`<tr>
    <td><code>${rule}</code><br />${prose(text)}</td>
    <td>${prose(remedy ?? '')}${libraries !== undefined && html`<br />It ${libraryWords(libraries)}.`}</td>
    <td>${excuseOf(run, rule) ?? 'open'}</td>
  </tr>`

const tryRow = ({ text, remedy, rule }: RuleJudged): Html =>
  html`<tr>
    <td><code>${rule}</code><br />${prose(text)}</td>
    <td>${prose(remedy ?? '')}</td>
  </tr>`

const section = (id: string, title: string, content: Html): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${content}
  </section>`

const nothing = (text: string): Html => html`<p class="empty">${text}</p>`

/** `faults`: entries of the journal that carry a fault of the simulator. */
type GoLive = { faults: number; report: string | null }

export const goLivePage = (run: Run, { faults, report }: GoLive): string => {
  const [failed, open, hidden, passed] = (['fail', 'not-tested', 'not-applicable', 'pass'] as const).map((verdict) =>
    named(run.rules, verdict),
  )
  const tone = run.finished?.exit_code !== 0 ? 'bad' : open!.length > 0 ? 'doubt' : 'good'
  const sign = { good: '✓', bad: '✕', doubt: '?' }[tone]
  const met = failures.filter(({ status }) => ofStatus(run, status).length > 0).length
  const entries: Entry[] = [
    ['summary', 'Summary', null],
    ['change', 'To change', failed!.length],
    ['try', 'Not shown yet', open!.length],
    ['failures', 'Failures met', met],
    ['coverage', 'Coverage', null],
    ['hidden', 'Not in traffic', hidden!.length],
  ]
  const main = html`<section id="summary" class="summary tone-${tone}" aria-labelledby="summary-title">
      <h1 id="summary-title"><span class="sign" aria-hidden="true">${sign}</span> <span>${headline(run)}</span></h1>
      <p>
        Of the rules of a client, this journal shows ${number(passed!.length + failed!.length)};
        ${times(open!.length, 'rule')} it does not show yet. ${times(run.finished?.requests ?? 0, 'call')},
        ${number(run.finished?.deliveries ?? 0)} deliveries, ${times(faults, 'fault')} of the simulator.
      </p>
      ${
        run.notes.length > 0 &&
        html`<ul class="plain">
          ${run.notes.map((note) => html`<li>${note}</li>`)}
        </ul>`
      }
      ${report !== null && html`<p><a href="${report}">The report with every finding</a></p>`}
    </section>
    ${section(
      'change',
      'To change',
      failed!.length === 0
        ? nothing('Nothing.')
        : table(
            'To change',
            ['Rule', 'Change', 'State'],
            failed!.map((rule) => changeRow(run, rule)),
          ),
    )}
    ${section('try', 'Not shown yet', open!.length === 0 ? nothing('Nothing: every rule had an occasion.') : table('Not shown yet', ['Rule', 'Try'], open!.map(tryRow)))}
    ${section(
      'failures',
      'Failures met',
      table(
        'Failures met',
        ['Answer', 'What it is', 'Met', 'By, or how to meet it'],
        failures.map((one) => failureRow(run, one)),
      ),
    )}
    ${section('coverage', 'Coverage', run.coverage === null ? nothing('The audit ended before coverage was counted.') : table('Coverage', ['Of the contract', 'Met', 'Which', 'Not met'], shareRows(run)))}
    ${section(
      'hidden',
      'Not in traffic',
      table(
        'Not in traffic',
        ['Rule', 'Why'],
        hidden!.map(
          ({ rule, text, reason }) =>
            html`<tr>
              <td><code>${rule}</code><br />${prose(text)}</td>
              <td>${prose(reason ?? '')}</td>
            </tr>`,
        ),
      ),
    )}`
  return shell({
    title: `${headline(run)} – go-live – assay`,
    name: 'go-live page',
    first: ['summary', 'Skip to the summary'],
    entries,
    main,
    script: '',
  })
}
