// Why a rule is not judged that needs a target which nothing else uses or changes during the run.
import { entry } from './entry.ts'

export const surroundingsReasons = {
  'rate-used-by-others': entry(
    'blocked',
    'something else seems to use the rate of this credential',
    'Name a credential that nothing else uses during the run.',
  ),
  'rate-window-in-each-round': entry(
    'blocked',
    'a new rate limit window started in each round',
    'Run again; see whether the windows of the target are shorter than the contract has them.',
  ),
  'rate-window-too-short': entry<{ requests: number }>(
    'blocked',
    ({ requests }) => `a new rate limit window started before ${requests} requests were answered`,
    'Run again; see whether the windows of the target are shorter than the contract has them.',
  ),
  'rate-not-used-up-in-time': entry<{ requests: number }>(
    'unavailable',
    ({ requests }) => `fewer than ${requests} requests were answered within one rate limit window`,
    'Run assay nearer to the target, and where less else runs: the requests must fit into one window.',
  ),
  'webhook-set-meanwhile': entry(
    'unavailable',
    'something set the webhook while assay waited for an attempt, which may have cancelled the attempt',
    'Run again, where nothing else sets the webhook of this account.',
  ),
  'order-keeps-changing': entry(
    'blocked',
    'the order changed each time that it was read',
    'Use a sandbox whose orders nothing else changes during the run.',
  ),
  'list-keeps-changing': entry(
    'blocked',
    'the order list changed each time that it was read',
    'Use a lender account that nothing else changes during the run.',
  ),
  'no-unknown-id': entry(
    'blocked',
    'each id that was made up belongs to an order of the account',
    'Use a lender account with fewer orders.',
  ),
  'list-changed-during-walk': entry(
    'blocked',
    'the list changed while its pages were read',
    'Use a lender account that nothing else changes during the run.',
  ),
} as const
