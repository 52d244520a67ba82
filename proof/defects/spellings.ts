// Defects of a server that knows one spelling of a request.
import * as op from '../../simulator/behaviour/operators/index.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

export const spellings: readonly Defect[] = rows({
  'escaped-id-is-another': {
    breaks: 'transport.escapes-in-addresses-mean-the-same',
    bug: 'The id in a path is compared before its escapes are read.',
    deep: 'only where a letter of the id is escaped',
    apply: op.refuseWith('access.authorization', ({ url = '' }) => {
      return /\/%[0-9a-f]{2}[a-z]*_/i.test(url.split('?')[0]!) && new Refusal('not_found', 'There is no such resource.')
    }),
  },
  'empty-add-ons-refused': {
    breaks: 'create.optional-lists-may-be-empty',
    bug: 'The schema of a create wants at least one add-on in the list, which need not be there.',
    deep: 'only for an empty list',
    apply: op.refuseWith('idempotency.around', (operation, { sent }) => {
      const details = [{ field: 'add_on_codes', code: 'invalid_value', value: [], message: 'needs an entry' }]
      return (
        operation === 'createOrder' &&
        /"add_on_codes":\s*\[\s*\]/.test(sent.text) &&
        new Refusal('validation_failed', 'The order is incomplete; details says where.', { details })
      )
    }),
  },
})
