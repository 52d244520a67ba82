// Why a rule is not judged where the contract permits what leaves nothing to judge: a policy, a reading, the moment of a change.
import { entry } from './entry.ts'

export const permittedReasons = {
  'switched-off': entry<{ operation: string }>(
    'permitted',
    ({ operation }) => `the company switched ${operation} off for this lender`,
  ),
  'refused-as-permitted': entry<{ operation: string; status: string }>(
    'permitted',
    ({ operation, status }) => `the target refuses ${operation} in ${status}, as it may`,
  ),
  'appraiser-contact-kept': entry('permitted', 'the company keeps appraiser contact to itself'),
  'plain-http-on-loopback': entry('permitted', 'the base address is plain HTTP on loopback, which stands in for TLS'),
  'never-client-revoked': entry(
    'permitted',
    'the target refuses a revoked client with another code than client_revoked',
  ),
  'no-current-status': entry('permitted', 'the target shows no current_status in refusals of this sort'),
  'has-a-secret-of-its-own': entry(
    'permitted',
    'the webhook has a secret although none was sent, or the target takes no webhook without one',
  ),
  'nothing-to-look-for': entry(
    'permitted',
    'the target shows no id of what was sent',
    'It is judged where the answer to what was sent has an `id`, which the contract does not ask for everywhere.',
  ),
  'no-early-message': entry('permitted', 'the thread shows no message to an appraiser from before the assignment'),
  'no-write-refused': entry('permitted', 'the target took every odd request'),
  'no-invalid-value-entry': entry('permitted', 'the target names the unusable value without an entry invalid_value'),
  'amendment-refused': entry<{ answer: string }>(
    'permitted',
    ({ answer }) => `the target refused the amendment (${answer}); it may use other field names`,
  ),
  'amendment-not-shown': entry(
    'permitted',
    'the target uses other field names for an amendment, and does not show them',
  ),
  'note-not-shown': entry('permitted', 'the target uses another field name for the notes of an amendment'),
  'dead-address-refused': entry<{ url: string }>(
    'permitted',
    ({ url }) => `the target refused the webhook address ${url}, where nothing answers`,
  ),
  'third-attempt-not-shown': entry('permitted', 'the feed does not show when a third attempt is due'),
  'attempts-not-shown': entry('permitted', 'the feed does not show each of the attempts'),
  'orders-moved-on': entry('permitted', 'the company had moved orders on before they were listed'),
  'same-day-everywhere': entry('permitted', 'it is the same day in UTC and at every property just now'),
  'property-not-served': entry('permitted', 'the company takes no order for a property in Guam'),
  'resume-without-off-hold': entry('permitted', 'the answer to the resume does not show the order at off_hold'),
  'status-already-left': entry<{ status: string }>(
    'permitted',
    ({ status }) => `the order had left ${status} before it was read`,
  ),
  'moved-while-amended': entry('permitted', 'the company went on with the order while it was amended'),
  'moved-before-cancel': entry('permitted', 'the order had moved on before it was cancelled again'),
  'under-review-at-first': entry('permitted', 'the order was under review when it was first read'),
  'nothing-reviewed': entry('permitted', 'the company reviewed no order of this run'),
  'judged-over-control': entry('permitted', 'another check judges it, over the control port'),
  'sandbox-was-cleared': entry('permitted', 'the sandbox cleared the order during the run'),
  'second-attempt-came-first': entry('permitted', 'each second attempt was made before the feed was read'),
  'everything-reviewed': entry('permitted', 'the company reviews every order, or does not show which'),
  'request-closed-by-next': entry('permitted', 'the first revision request was closed by the one after it'),
  'requests-taken-forward': entry('permitted', 'the target itself moves every revision request on'),
  'request-answered-first': entry<{ status: string; action: string }>(
    'permitted',
    ({ status, action }) => `a revision request was ${status} before the company could ${action} it`,
  ),
  'no-production-order': entry('permitted', 'production shows no order with a reference'),
  'no-revised-files': entry('permitted', 'nothing in the run lists the files of a revised report'),
  'fee-stays': entry('permitted', 'no cancel changed a fee'),
  'nothing-changed-twice': entry('permitted', 'no order of the run changed it twice'),
  'nothing-changed-after-fraction': entry(
    'permitted',
    'no order of the run changed after an instant whose second has room for a later fraction',
    'It depends on when orders change; run again. Where the target can show fractions of a second in `dates.updated_at`, it is judged more often.',
  ),
  'no-event-since': entry(
    'permitted',
    'no event was raised after the feed was first read to its end',
    'It is judged where other checks run in between; run all checks.',
  ),
  'no-failure-read-on': entry(
    'permitted',
    'no event whose delivery failed was in the feed before and after its next attempt',
    'It depends on when the target tries again; run again.',
  ),
  'success-not-shown': entry(
    'permitted',
    'one of the answers that count as a success is not shown by a delivery and its record',
    'It depends on when the target delivers; run again.',
  ),
  'no-fraction-taken': entry('permitted', 'the target takes no instant with a fraction of a second'),
  'not-changed-apart': entry('permitted', 'no two of the orders changed two seconds apart'),
  'due-date-not-taken-at-once': entry('permitted', 'the target takes no requested due date at once'),
  'due-date-answered-first': entry('permitted', 'the requested due date was answered before the company could'),
  'fee-quoted-at-once': entry('permitted', 'the company quoted the fee at once'),
  'clock-stands-still': entry(
    'permitted',
    'the clock of the target stands still, so that each status has the same time',
  ),
  'not-seen-on-walk': entry(
    'permitted',
    'no order of the walk was seen in a status that shows it',
    'It depends on how long the target stays in a status; run all checks, or try another `--seed`.',
  ),
  'not-of-one-instant': entry(
    'permitted',
    'no two of them were created at the same instant',
    'It depends on chance; run again, or try another `--seed`.',
  ),
  unobservable: entry<{ why: string }>('permitted', ({ why }) => why),
} as const
