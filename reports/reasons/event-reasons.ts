// Why a rule on events is not judged where the events that it needs did not come.
import { entry } from './entry.ts'

export const eventReasons = {
  'nothing-delivered': entry<{ rule: string; fact: string }>(
    'blocked',
    ({ rule, fact }) => `nothing is delivered, see ${rule}: ${fact}`,
    ({ rule }) => `Fix \`${rule}\` first, then run again.`,
  ),
  'no-event-of-run': entry('blocked', 'the feed shows no event of this run'),
  'no-event-of-sequence': entry('blocked', 'the feed shows no event of the example sequence'),
  'too-few-events': entry('blocked', 'the feed shows too few events of the example sequence'),
  'no-event-of-order': entry('blocked', 'the feed shows no event of the order'),
  'nothing-after-message': entry('blocked', 'the feed shows no event after the message was sent'),
  'record-without-id': entry('blocked', 'the feed has a record without an id'),
  'no-report-delivered': entry('blocked', 'no order that shows its report format was completed'),
  'no-company-event': entry('blocked', 'no event of the moves of the company shows it'),
  'retention-over': entry(
    'blocked',
    'the clock was moved beyond the retention before the check',
    'Run the check alone, with `--only`.',
  ),
  'failing-event-not-delivered': entry('blocked', 'the event whose attempts were to fail was not delivered'),
  'sequence-not-delivered': entry('blocked', 'no event of the example sequence was delivered'),
  'nothing-to-fail': entry<{ answer: string }>(
    'blocked',
    ({ answer }) => `no delivery was left for the receiver to answer with ${answer}`,
  ),
  'receiver-answered-late': entry(
    'unavailable',
    'the receiver of assay was too busy to answer in time',
    'Run assay where less else runs.',
  ),
  'attempt-may-be-lost': entry(
    'unavailable',
    'an attempt may have been lost on its way to the receiver of assay',
    'Run the check again.',
  ),
  'no-status-change': entry('blocked', 'no change of status was delivered'),
  'no-second-delivery': entry('blocked', 'no event was delivered a second time'),
  'no-delivery-after-rotation': entry('blocked', 'no second attempt came after the new secret was set'),
  'no-specimen': entry('blocked', 'no specimen reached the receiver of assay'),
  'no-specimen-after-rotation': entry(
    'blocked',
    'no specimen reached the receiver of assay after the new secret was set',
  ),
  'no-real-event': entry('blocked', 'no event other than specimens was delivered'),
  'no-attempt-at-unreachable': entry('blocked', 'the feed shows no attempt at the receiver that cannot be reached'),
  'not-dead-lettered': entry('blocked', 'the feed shows no event as dead lettered after its ninth failed attempt'),
  'no-second-attempt': entry('blocked', 'neither the feed nor a delivery shows when the second attempt is due'),
} as const
