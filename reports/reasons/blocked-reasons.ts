// Why a rule is not judged where the target did, or did not do, something that comes first.
import { entry } from './entry.ts'

const seeEnding = 'The reason of the whole run says which bound, and what to do.'
const upAndSlow = 'Check that the target is up; `--timeout` sets how long assay waits.'

/** `409 order_on_hold`, or the status alone. */
type Answer = { answer: string }

export const blockedReasons = {
  'step-refused': entry<Answer & { operation: string; role: string }>(
    'blocked',
    ({ operation, role, answer }) =>
      `${operation} with credentials.${role} was answered ${answer}, and the check needs it to succeed`,
  ),
  'text-missing': entry<{ operation: string; pointer: string }>(
    'blocked',
    ({ operation, pointer }) => `the answer of ${operation} has no text at ${pointer}, which the check needs`,
  ),
  'time-not-readable': entry<{ operation: string; pointer: string }>(
    'blocked',
    ({ operation, pointer }) => `the answer of ${operation} has no point in time at ${pointer}, which the check needs`,
  ),
  'link-not-readable': entry<{ operation: string; pointer: string }>(
    'blocked',
    ({ operation, pointer }) => `the answer of ${operation} has no URL at ${pointer}, which the check needs`,
  ),
  'ended-after': entry<{ call: string; answer: string }>(
    'blocked',
    ({ call, answer }) => `the check ended early, as ${call} was answered ${answer}`,
  ),
  'answer-not-as-described': entry<{ operation: string; pointer: string; error: string }>(
    'blocked',
    ({ operation, pointer, error }) =>
      `the check stopped: the answer of ${operation} is not as described at ${pointer} (${error})`,
  ),
  'not-shown-by-answers': entry<{ operation: string; pointer: string }>(
    'blocked',
    ({ operation, pointer }) =>
      `no answer shows the rule: the answer of ${operation} is not as described at ${pointer}`,
  ),
  'answer-lost': entry<{ call: string; why: string }>(
    'blocked',
    ({ call, why }) => `no other answer shows the rule, and ${call} got no answer (${why})`,
    upAndSlow,
  ),
  'not-reached': entry('blocked', 'not reached: an earlier step failed'),
  'stopped-after-failure': entry<{ rule: string }>(
    'blocked',
    ({ rule }) => `the check stopped early, because ${rule} fails`,
    ({ rule }) => `Fix \`${rule}\` first, then run again.`,
  ),
  'no-answer': entry<{ call: string; why: string }>(
    'blocked',
    ({ call, why }) => `${call} got no answer (${why})`,
    upAndSlow,
  ),
  'answer-too-large': entry<{ call: string; why: string; status: number }>(
    'blocked',
    ({ call, why, status }) => `${call} was answered ${status} with a body above the limit (${why})`,
    'Let the target answer with a shorter body there: assay neither reads nor judges a longer one.',
  ),
  'cut-while-sent': entry<{ call: string; why: string; megabytes: number }>(
    'blocked',
    ({ call, why, megabytes }) =>
      `${call} got no answer: the connection was cut while ${megabytes} MB were sent (${why})`,
    'Let the server, and every proxy before it, read a body to its end before it closes the connection: an earlier answer is lost. docs/proxies.md shows the settings.',
  ),
  'target-lost': entry('blocked', 'the target no longer answers', upAndSlow),
  'target-lost-during': entry('blocked', 'the target stopped answering during the check', upAndSlow),
  'target-lost-before': entry('blocked', 'the target stopped answering before the check', upAndSlow),
  'link-leads-inside': entry<{ host: string }>(
    'blocked',
    ({ host }) => `the target gave a link to ${host}, an address inside this network, which is not followed`,
    'Let download links lead to the target itself or to a public address.',
  ),
  'another-run': entry(
    'blocked',
    'another run of assay uses the same lender account',
    'Run them one after another, or give each a lender account of its own.',
  ),
  'link-leads-elsewhere': entry<{ origin: string; target: string; why: string }>(
    'blocked',
    ({ origin, target, why }) =>
      `the download link leads to ${origin}, which is not the origin of the target (${target}), and gets no answer (${why})`,
    'Let the target make its links from its public address: a proxy before it must pass on Host with its port, and the scheme.',
  ),
  'given-up': entry('blocked', 'the run gave up on the target; its reason says why', seeEnding),
  'given-up-during': entry('blocked', 'the run gave up on the target during the check; its reason says why', seeEnding),
  'given-up-before': entry('blocked', 'the run gave up on the target before the check; its reason says why', seeEnding),
  'refused-for-rate': entry<{ call: string; status: number }>(
    'blocked',
    ({ call, status }) => `${call} was answered ${status} each time that it was sent`,
    'See why the target refuses requests within its rate; something else may use the same client.',
  ),
  'refused-before-the-service': entry<{ call: string; status: number; by: string }>(
    'blocked',
    ({ call, status, by }) => `something before the service (${by}) answered ${call} with ${status} each time`,
    ({ by }) => `Set the limit of ${by} above the rate of the contract, or see whether the service behind it is up.`,
  ),
  'control-refused': entry<Answer & { request: string }>(
    'blocked',
    ({ request, answer }) => `the control port did not carry out ${request} (${answer})`,
    'Correct `control_url` in the target profile, or see the log of the target.',
  ),
  'token-refused': entry<{ role: string; status: number }>(
    'blocked',
    ({ role, status }) => `credentials.${role} got no token: the answer was ${status}`,
    ({ role }) => `Correct \`credentials.${role}\` in the target profile.`,
  ),
  'no-token-for-new-credential': entry('blocked', 'a credential that the company just issued got no token'),
  'fewer-than-two-tokens': entry('blocked', 'fewer than two tokens were granted'),
  'no-production-token': entry('blocked', 'production granted no token'),
  'webhook-not-ours': entry('blocked', 'the webhook is not set to the receiver of assay'),
  'every-create-forbidden': entry('blocked', 'every createOrder of the main credential was answered 403'),
  'body-was-taken': entry('blocked', 'the target took the body that it must refuse'),
  'no-create-accepted': entry('blocked', 'none of the creates was accepted'),
  'list-not-readable': entry('blocked', 'the order list could not be read in full pages'),
  'items-without-key': entry<{ key: string }>('blocked', ({ key }) => `the items of the list have no ${key}`),
  'messages-without-order': entry('blocked', 'the thread shows neither what assay sent nor when each message was sent'),
  'list-too-short': entry('blocked', 'the order list does not reach back to the order placed before'),
  'ping-without-time': entry('blocked', 'the answer of ping has no time'),
  'no-file-on-order': entry<{ kind: string }>('blocked', ({ kind }) => `the order has no ${kind}`),
  'no-document': entry('blocked', 'no document could be uploaded'),
  'no-two-documents': entry('blocked', 'two documents could not be uploaded'),
  'sequence-stopped': entry<{ before: string }>(
    'blocked',
    ({ before }) => `the example sequence stopped before ${before}`,
  ),
  'not-resumed': entry('blocked', 'the order did not leave its hold'),
  'still-at-off-hold': entry(
    'blocked',
    'the order was still at off_hold when assay stopped waiting',
    'See whether the target settles a resumed order; the contract sets no time for it.',
  ),
  'not-held-again': entry('blocked', 'no order was held and resumed a second time'),
  'not-on-hold-to-resume': entry('blocked', 'no order was on hold when it was to be resumed'),
  'off-hold-change-unseen': entry('blocked', 'no order.status_changed showed a change out of off_hold'),
  'no-request-opened': entry('blocked', 'no revision request was opened'),
  'requests-not-read': entry('blocked', 'the revision requests could not be read'),
  'correction-not-answered': entry('blocked', 'no correction was accepted and answered'),
  'not-called': entry<{ operations: readonly string[] }>(
    'blocked',
    ({ operations }) => `${operations.join(', ')} could not be called, because an earlier call failed`,
  ),
  'amendment-without-effect': entry(
    'blocked',
    'the target takes an amendment and shows no change under any name that assay knows',
    'See whether PATCH /orders/{order_id} stores what it takes.',
  ),
  'webhook-moved': entry(
    'blocked',
    'something else set the webhook during the run',
    'Use a lender account whose webhook nothing else sets during the run.',
  ),
  'change-not-shown': entry<{ pointer: string }>(
    'blocked',
    ({ pointer }) => `the order does not show the change at ${pointer}`,
  ),
} as const
