// Why a rule of a webhook receiver is not judged by its examination.
import { entry } from './entry.ts'

export const receiverReasons = {
  'effect-not-visible': entry(
    'unavailable',
    'the receiver took it, and no answer shows what the receiver did with the event',
    'Give a command that shows the state of your system as `--state`, or look at what it stored and did.',
  ),
  'nothing-taken': entry(
    'blocked',
    'the receiver does not take a plain delivery',
    'Make the receiver answer 2xx to a signed delivery, then run again.',
  ),
  'receiver-busy': entry<{ answer: string }>(
    'blocked',
    ({ answer }) => `a delivery got ${answer}, each time that it was sent`,
    'Let the receiver take deliveries at this rate; where it answers so to this delivery alone, look at why. Then run again.',
  ),
  'signatures-not-verified': entry(
    'blocked',
    'the receiver takes deliveries with a wrong signature',
    'Verify every signature first, then run again.',
  ),
  'no-previous-secret': entry(
    'unavailable',
    'no secret before the last rotation is given',
    'Rotate the secret of the receiver, and give the one before as `--previous-secret`.',
  ),
  'event-type-refused': entry<{ type: string }>(
    'blocked',
    ({ type }) => `the receiver takes no delivery of an ${type}`,
    ({ type }) => `Make the receiver answer 2xx to \`${type}\`, then run again.`,
  ),
  'event-type-left-out': entry(
    'outside',
    '--events leaves out the type of event',
    'Run without `--events`, or with the type.',
  ),
} as const
