// Rules of a company of its own, and places that it fills in another way.
import type { AddressDraft } from '../../../domain/order-draft.ts'
import type { Address } from '../../../domain/records.ts'
import type { Detail } from '../../../domain/refusal.ts'
import type { Place } from '../../../places/resolve-postal-code.ts'
import type { CodeOfRefusal, CreationRule } from '../../creation.ts'
import type { ReadingPatch } from '../reading.ts'

export const invalid = (field: string, value: unknown, message: string): Detail[] => [
  { field, code: 'invalid_value', value, message },
]

export const required = (field: string, message: string): Detail[] => [
  { field, code: 'required', value: null, message },
]

/** One more rule of the company's own. */
export const refused =
  (code: CodeOfRefusal, rule: CreationRule): ReadingPatch =>
  ({ behaviour: { creation } }) => {
    creation.own.push({ code, rule })
  }

export const kept =
  (change: (address: Address, sent: AddressDraft, place: Place | undefined) => Address): ReadingPatch =>
  ({ behaviour: { creation } }) => {
    const { address } = creation
    creation.address = function (sent) {
      return change(address.call(creation, sent), sent, creation.resolve(sent.postal_code ?? ''))
    }
  }
