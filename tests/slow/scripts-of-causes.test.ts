// The script of a cause, for every kind of cause: it exits with 1 while the bug is there, with 0 once it is not, and says last what was expected. Its title is readable alone.
// Silent for up to 300 s.
import t from 'tap'
import { failureKinds, type FailureKind } from '../../reports/failure-kinds.ts'
import { causeScript } from '../../reports/shortened-run.ts'
import { titleOf } from '../../reports/violation-title.ts'
import { runScript, runWithDefect } from '../defect-script.ts'
import { isWhole, sampled } from '../sampled.ts'

/** A defect whose finding is of the kind, and what the script ends with; or why no script shows one. */
const shown: Record<FailureKind, [defect: string, last: RegExp] | { none: string }> = {
  not_the_service: { none: 'what stands before a service is no defect of the simulator' },
  server_error: ['contacts-of-one-borrower-fail', /^expected one of 2xx, 4xx, received 500$/],
  not_served: ['get-order-types-not-routed', /^expected .*, received 404$/],
  refused: ['hold-refused-in-borrower-contacted', /^expected 2xx, received 409$/],
  accepted: ['hold-after-delivery', /^expected 409, received 200$/],
  wrong_status: ['malformed-json-is-422', /^expected 400, received 422$/],
  unreadable_body: { none: 'no variable of a shell holds bytes that are no text' },
  bad_signature: { none: 'a script that was not tried has no webhook receiver' },
  nested_error: { none: 'no defect of the simulator has them under another field' },
  missing_field: ['refused-cancel-without-current-status', /^expected on_hold, received absent$/],
  unexpected_field: ['refresh-token-issued', /^expected absent, received "/],
  wrong_type: ['numeric-order-id', /^expected string, received \d+$/],
  wrong_code: ['refused-advance-is-a-conflict', /^expected action_not_allowed_in_status, received "conflict"$/],
  wrong_state: ['everything-is-reviewed', /^expected new, received "pending_review"$/],
  wrong_value: ['loan-currency-not-kept', /^expected USD, received "CAD"$/],
  missing_header: ['no-remaining-header', /^expected matches .*, received absent$/],
  unexpected_header: ['session-cookie', /^expected absent, received "/],
  wrong_header: ['limit-header-per-second', /^expected .*600.*, received "/],
  missing_event: ['no-event-of-cancel-in-new', /^expected order\.cancelled, received /],
  unexpected_event: ['second-event-of-cancel-in-appointment-scheduled', /^expected absent, received /],
  missing_entry: ['adu-add-ons-never-listed', /^expected includes ADU, received /],
  unexpected_entry: { none: 'what must not be in a list is named in words' },
  wrong_order: ['order-types-sorted-by-name', /^expected .*, received /],
  wrong_outcome: ['feed-record-without-data', /^expected present, received absent$/],
}

/** Signed links that a script must read afresh, and alter as the check did. */
const links: Record<string, RegExp> = {
  'tampered-link-accepted': /^expected 4xx, received 200$/,
  'expiry-not-signed': /^expected 4xx, received 200$/,
  'unsigned-link-accepted': /^expected 4xx, received 200$/,
}

/** The rate must be used up first. */
const bursts: Record<string, RegExp> = {
  'over-the-rate-by-another-name': /^expected rate_limited, received "too_many_requests"$/,
}

/** A title that ends inside a quote, names an entry by its place, or says what is expected in words of a check alone. */
const unreadable = /…"\)?, received …|\[\d+\]`?: expected absent|: expected another,/

const scriptOf = async (defect: string) => {
  const found = await runWithDefect(defect, false)
  if (found === null) throw new Error(`No check found ${defect}.`)
  const finding = found.run.findings.find(({ rule }) => rule === found.rule)!
  const titles = new Set(found.run.findings.map((one) => titleOf(one, found.run)))
  return { finding, script: causeScript(finding, null, found.run), titles }
}

const cases = [
  ...Object.keys(failureKinds).flatMap((kind) => {
    const row = shown[kind as FailureKind]
    return 'none' in row ? [] : [{ kind, defect: row[0], last: row[1] }]
  }),
  ...Object.entries(links).map(([defect, last]) => ({ kind: 'accepted', defect, last })),
  ...Object.entries(bursts).map(([defect, last]) => ({ kind: 'wrong_code', defect, last })),
]
for (const { kind, defect, last } of cases)
  t.test(`${kind}: ${defect}`, async (t) => {
    const { finding, script, titles } = await scriptOf(defect)
    t.equal(finding.kind, kind)
    for (const title of titles) {
      t.notMatch(title, unreadable)
      t.ok(title.replaceAll('`', '').length <= 90, title)
    }
    const withBug = await runScript(script, defect)
    t.match(withBug.last, last)
    t.equal(withBug.code, 1, withBug.output)
    const fixed = await runScript(script)
    t.equal(fixed.code, 0, fixed.output)
    t.match(fixed.last, /^expected .+, received ./)
  })

/** Each with what a script cannot do again: it says so, and accuses nobody. */
const beyondScripts: Record<string, RegExp> = {
  'feed-type-filter-after-paging': /the feed was read behind evt_\w+, and the script was not tried/,
  'rate-counted-for-all-clients': /what several answers show together/,
  'unsent-event-was-answered': /the company acted in between \(.+\), and the script was not tried/,
  'record-names-the-order-before': /what several answers show together/,
  'card-kept-with-the-order': /what several answers show together/,
  // The company acts in too many calls to be tried.
  'message-leaves-updated-at': /the company acted in between \(.+\), and the script was not tried/,
}
for (const [defect, why] of Object.entries(beyondScripts))
  t.test(`not judged: ${defect}`, async (t) => {
    const { script } = await scriptOf(defect)
    for (const carried of [defect, undefined]) {
      const { code, last } = await runScript(script, carried)
      t.equal(code, 2, last)
      t.match(last, why)
    }
  })

/** Shortened by the run, with what makes them more than a lender's requests; and the most calls that are left. */
type Shortened = Record<string, [most: number, has: RegExp]>
const shortened: Shortened = {
  'cancel-forgotten-in-pending-review': [3, /\/events\?order_id=/],
  'hold-reason-cut-at-4000': [4, /createOrder/],
  // What is refused, and what is listed since.
  'card-billed-order-kept': [2, /\/orders\?/],
  'unknown-product-checked-too-late': [2, /\/orders\?/],
  'requested-event-has-an-id-of-its-own': [4, /\/events\?order_id=/],
  // What is expected is taken from an earlier answer.
  'refused-hold-moves-changed-at': [5, /^VALUE_\d+=/m],
  'request-updated-in-local-time': [4, /^VALUE_\d+=/m],
  'messages-do-not-count-as-changes': [5, /updated_since='"\$VALUE_\d+"'/],
  // A delivery is wrong, and so is the record of its event.
  'created-event-is-due-a-day-early': [2, /\/events\?order_id=/],
  'wrong-lender-reference-in-created-event': [2, /\/events\?order_id=/],
  'on-hold-event-without-reason': [3, /\/events\?order_id=/],
  'amended-contacts-leave-updated-at': [5, /^sleep 2$/m],
  // The script has a webhook receiver.
  'signature-in-base64': [3, /^heard\(\)/m],
  'specimen-with-a-real-order-id': [3, /^heard\(\)/m],
  'subscription-by-star-only': [6, /^heard\(\)/m],
  // It refuses deliveries while the clock is moved.
  'redelivery-with-a-new-time': [5, /clock\/advance/],
  // Set in production, and read in the sandbox.
  'webhook-switched-in-both-environments': [5, /PRODUCTION_BASE/],
  // Both environments, where one address is given for the sandbox.
  'documents-seen-in-either-environment': [2, /PRODUCTION_BASE/],
  // Another finding of the cause is tried.
  'order-with-another-order-type-report-format': [1, /createOrder/],
  // What was refused took effect; a list needs an order; a text of the run has its mark.
  'refused-hold-takes-effect': [4, /\/hold/],
  'order-item-without-dates': [2, /createOrder/],
  'amended-instructions-without-emoji': [3, /Mind the dog/],
  // The webhook of the run is set, and set back.
  'webhook-switched-on-for-every-event': [4, /\/webhook/],
  // What was given to the company is expected.
  'appointment-never-moved': [4, /\/move/],
  // The address of the target, the date of an answer, the answer that came before.
  'location-leads-nowhere': [1, /createOrder/],
  'reset-header-of-a-later-window': [1, /X-RateLimit-Reset/],
  'ping-from-the-cache-is-203': [1, /^if \[ "\$CODE" -eq 0 \]/m],
  // A text that says when; the link that a later one ended.
  'completed-at-never-set': [3, /createOrder/],
  'only-the-last-link-works': [6, /clock\/advance/],
  // One event among several of its type; what is wrong with one of several entries; a second credential.
  'advance-raises-a-sample': [5, /status_changed@/],
  'completed-not-raised-again': [5, /at least times/],
  'first-attachment-alone': [4, /attachments\/\*\/id/],
  'decline-spreads-to-the-others': [9, /less often/],
  'message-of-a-second-credential-lost': [3, /ASSAY_MAIN_SECOND_CLIENT_SECRET/],
  // An order that the staff placed in the portal; a call that was sent in chunks, and is again.
  'portal-order-not-resumed': [3, /"\$ASSAY_CONTROL_URL"'\/orders'/],
  'revision-taken-in-reactivated': [4, /Transfer-Encoding: chunked/],
  // A text that was sent is to be somewhere in what a sentence names.
  'amended-agent-ignored': [3, /real_estate_agent/],
  // Of several events of a type that of one status.
  'completed-never-revised': [5, /order\.completed@revised_report_complete/],
  // The form of an instant; one of several events of a type; an event that says when a rest ends.
  'wrong-assigned-at-in-assigned-event': [3, /assigned_at/],
  'due-date-changed-event-with-another-due-date': [3, /one of them/],
  'end-of-off-hold-unannounced': [5, /clock\/advance/],
  // What an amendment leaves: the first field in which two whole orders differ.
  'amendment-drops-the-case-number': [2, /case_number/],
  // The order of the run is no order of another target: the script makes its own.
  'nul-in-an-amendment-is-500': [2, /createOrder/],
  // A status that has no code of its own.
  'not-found-is-410': [1, /expected 404/],
  // The order has many files, and the first page of none is wrong as well.
  'second-page-by-default': [2, /createOrder/],
  // What a check says beside what it left out; one entry of many; the name of a file that is no text.
  'create-without-borrowers-first-name': [1, /createOrder/],
  'product-with-another-active': [1, /code=2055/],
  'detail-path-of-the-first-element': [1, /details/],
  'upload-name-read-as-latin-1': [2, /base64 -d/],
  // The orders that a list shows are made, and nothing that others left in the target counts.
  'status-ignored-beside-an-order-number': [2, /order_number='"\$VALUE_\d"'/],
  'orders-run-by-status': [4, /falling/],
  'second-credential-lists-nothing': [2, /ASSAY_MAIN_SECOND_CLIENT_SECRET/],
  // An instant of the order itself; a moment; a request that is refused once the bug is gone.
  'updated-since-exclusive': [3, /updated_since='"\$VALUE_\d"'/],
  // An instant that a check cut to its second.
  'instant-beside-another-filter-finds-none': [3, /updated_since='"\$VALUE_\d"'/],
  'completed-event-in-local-time': [4, /'about '/],
  'foreign-document-kept-with-a-message': [5, /400 \| 422\) stop 0/],
  'add-ons-amended': [6, /400 \| 422\) stop 0/],
  // How many files are sent follows what is left; one page of several; a value that the finding has in outline.
  'past-the-end-nothing-is-counted': [3, /\/documents\?page=4&/],
  'feed-page-of-25-always': [3, /8 events/],
  'phone-extension-lost': [1, /createOrder/],
  'revised-report-clears-the-file': [6, /"\$ASSAY_CONTROL_URL"'\/orders\/'.*\/deliver/],
  // A file that is made again, and whose bytes are counted.
  'file-cut-at-64-kb': [4, /head -c \d+.*size_download/s],
  // One field of one entry, which a check compares with what was sent.
  'thread-escapes-bodies': [4, /lockbox/],
  'document-list-of-ids': [3, /present/],
  // A token of the other environment, and one that nobody was granted.
  'sandbox-token-works-in-production': [2, /Bearer '"\$VALUE_1"'/],
  // A link that ended; an event of what was refused; what the second test alone shows.
  'expired-link-works': [5, /clock\/advance/],
  'refused-cancel-is-announced': [4, /less often/],
  'test-not-in-the-sandbox': [2, /^if \[ "\$CODE" -eq 0 \]/m],
  'ping-with-an-unknown-token-is-401': [1, /a-token-that-nobody-was-granted/],
}

/** The run waits a minute for what never comes: one such defect is above, and these are tried at night. */
const silent: Shortened = {
  'signature-time-in-milliseconds': [3, /^heard\(\)/m],
  'specimens-never-sent': [5, /^heard\(\)/m],
}
for (const [defect, [most, has]] of sampled(Object.entries({ ...shortened, ...(isWhole && silent) }), 14))
  t.test(`shortened: ${defect}`, async (t) => {
    const found = await runWithDefect(defect)
    if (found === null) throw new Error(`No check found ${defect}.`)
    const { run, rule } = found
    const cause = run.causes.find(({ rules }) => rules.includes(rule))!
    t.ok(cause.calls !== undefined, 'it was shortened on the target')
    const script = causeScript(run.findings[cause.example]!, cause, run)
    t.match(script, has)
    t.ok((script.match(/^ANSWER=/gm) ?? []).length <= most, script)
    const withBug = await runScript(script, defect)
    t.equal(withBug.code, 1, withBug.output)
    const fixed = await runScript(script)
    t.equal(fixed.code, 0, fixed.output)
    if (!script.includes('ASSAY_CONTROL_URL:-')) return
    const alone = await runScript(script, defect, { ASSAY_CONTROL_URL: '' })
    t.equal(alone.code, 2)
    t.match(
      alone.last,
      /^not judged: the company acted in between \(.*\), which a lender cannot; .*ASSAY_CONTROL_URL\.$/,
    )
  })

t.test('a page that is not full says nothing of the most that it may have', async (t) => {
  const { run, rule } = (await runWithDefect('feed-page-without-limit'))!
  const cause = run.causes.find(({ rules }) => rules.includes(rule))!
  const script = causeScript(run.findings[cause.example]!, cause, run)
  for (const carried of ['feed-page-without-limit', undefined]) t.equal((await runScript(script, carried)).code, 2)
})

for (const defect of [
  'revoked-client-gets-tokens-by-basic',
  'format-leaves-out-what-is-withdrawn',
  'chunked-json-is-no-body',
])
  t.test(`shown: ${defect}`, async (t) => {
    const { script } = await scriptOf(defect)
    t.equal((await runScript(script, defect)).code, 1)
    t.equal((await runScript(script)).code, 0)
  })
