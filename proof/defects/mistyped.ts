// Defects that take, or stumble over, a value of another type.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

const mayBeNull = (path: string): Mutation => op.loosen('createOrder', path, { type: ['string', 'null'] })

export const mistyped: readonly Defect[] = rows({
  'wrong-type-crashes': {
    breaks: 'errors.wrong-type-is-400-or-422',
    bug: 'A field of the wrong type is not foreseen and ends in the handler of last resort.',
    also: ['create.purchase-price-as-a-number-refused'],
    apply: op.set('problems.wrongType', 'internal_error'),
  },
  'mistyped-reason-taken': {
    breaks: 'errors.wrong-type-is-400-or-422',
    bug: 'The reason of a revision request is not looked at before it is kept.',
    apply: op.loosen('createRevisionRequest', 'reason', { type: undefined }),
  },
  'mistyped-message-taken': {
    breaks: 'errors.wrong-type-is-400-or-422',
    bug: 'The body of a message is not looked at before it is kept.',
    apply: op.loosen('sendMessage', 'body', { type: undefined }),
  },
  'null-for-a-required-text-taken': {
    breaks: 'errors.wrong-type-is-400-or-422',
    bug: 'Every field of a create may be null, also one that must be sent.',
    apply: op.together(
      mayBeNull('borrowers.*.first_name'),
      mayBeNull('borrowers.*.last_name'),
      mayBeNull('borrowers.*.contacts.*.value'),
      mayBeNull('parties.real_estate_agent.contacts.*.value'),
      mayBeNull('notes.*.text'),
    ),
  },
  'mistyped-contacts-crash': {
    breaks: 'errors.wrong-type-is-400-or-422',
    bug: 'The contacts of an amendment are gone through without a look at what they are.',
    deep: 'only of an amendment',
    apply: op.loosen('amendOrder', 'borrowers.*', ({ properties }) => ({
      properties: { ...properties, contacts: {} },
    })),
  },
  'mistyped-due-date-taken': {
    breaks: 'errors.wrong-type-is-400-or-422',
    bug: 'The due date that an amendment asks for goes to the company as it was sent, whatever it is.',
    deep: 'only of an amendment',
    apply: op.loosen('amendOrder', 'due_date', { type: undefined, format: undefined }),
  },
})
