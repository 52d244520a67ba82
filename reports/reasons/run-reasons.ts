// Why a rule is not judged that this run left out, did not come to, or could not judge by an error of assay.
import { entry } from './entry.ts'

const raiseBudget = 'Raise `--budget`, or omit it.'
const runAll = 'Run without `--only` and `--area`.'

export const runReasons = {
  'outside-selection': entry('outside', 'outside the selected checks', runAll),
  'outside-budget': entry<{ budget: number }>(
    'outside',
    ({ budget }) => `outside the budget of ${budget} requests`,
    raiseBudget,
  ),
  'violation-outside-budget': entry('outside', 'the invalid order for this rule is outside the budget', raiseBudget),
  'no-requests-to-spare': entry('outside', 'the budget left no requests for the check', raiseBudget),
  'not-in-random-orders': entry('outside', 'no random order showed it', 'Try another `--seed`: it draws other orders.'),
  'not-in-random-orders-of-budget': entry<{ budget: number }>(
    'outside',
    ({ budget }) => `no random order within the budget of ${budget} requests showed it`,
    'Raise `--budget`, or omit it: random orders take the requests that are left.',
  ),
  'in-another-shard': entry('outside', 'its check is in another shard', 'Merge the shards with `assay merge`.'),
  'webhook-in-another-shard': entry<{ shard: number; of: number }>(
    'outside',
    ({ shard, of }) => `the webhook is judged by shard ${shard} of ${of}`,
    'Merge the shards with `assay merge`.',
  ),
  'not-exercised': entry(
    'unavailable',
    'not exercised by this run',
    'It depends on what is sent and what the target does; run all checks, or try another `--seed`.',
  ),
  'not-in-journal': entry<{ what: string; todo: string }>(
    'unavailable',
    ({ what }) => `the journal has no ${what}`,
    ({ todo }) => todo,
  ),
  'not-in-recording': entry<{ lack: string; todo: string }>(
    'unavailable',
    ({ lack }) => `the recording has no ${lack}`,
    ({ todo }) => todo,
  ),
  'as-recorded': entry('outside', 'as recorded: it cannot be judged again without the target'),
  'run-interrupted': entry('interrupted', 'the run was interrupted'),
  'interrupted-during': entry('interrupted', 'the run was interrupted during the check'),
  'interrupted-before': entry('interrupted', 'the run was interrupted before the check'),
  'cut-off-before': entry('interrupted', 'the run was cut off before the check'),
  'ended-before': entry('suite', 'the run ended before the check'),
  'assay-failed': entry('suite', 'assay failed'),
  'assay-failed-before': entry('suite', 'assay failed before the check'),
  'check-failed': entry<{ error: string }>('suite', ({ error }) => `the check itself failed: ${error}`),
  'call-under-way': entry('suite', 'the check ended while a call of its own was under way'),
  'last-answer-not-compared': entry('suite', 'the check compared nothing after its last answer'),
  'nothing-compared': entry('suite', 'the check compared nothing for this rule'),
  'no-check': entry('suite', 'no check covers the rule yet', null),
} as const
