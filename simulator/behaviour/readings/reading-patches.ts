// Takings that many readings are made of: another code for a fault, another place for a step, another status for success.
import { replace } from '../operators/index.ts'
import { readFixture } from '../../contract/contract.ts'
import type { Step } from '../access.ts'
import type { CodeOfRefusal } from '../creation.ts'
import type { Fault } from '../problems.ts'
import type { ShapeName } from '../shapes.ts'
import type { ReadingPatch } from './reading.ts'

/** Another code for the faults of one shape that fit; `invalid_request` makes the refusal a 400. */
export const faultsAs = (shape: ShapeName, fits: (fault: Fault) => boolean, code: CodeOfRefusal): ReadingPatch =>
  replace(
    'problems.faultCode',
    () => code,
    (given, fault) => given === shape && fits(fault),
  )

/** Another code for the refusal by one rule of creation. */
export const ruleAs =
  (rule: string, code: CodeOfRefusal, fits: (value: unknown) => boolean = () => true): ReadingPatch =>
  ({ behaviour: { creation } }) => {
    const { codeOf } = creation
    creation.codeOf = (name, details, usual) =>
      name === rule && fits(details[0]?.value) ? code : codeOf.call(creation, name, details, usual)
  }

/** Another account's resource is answered 404 and never 403, so that no permission is looked at before the address. */
const addressFirst = (steps: readonly Step[]): Step[] =>
  steps.indexOf('permit') > steps.indexOf('address')
    ? [...steps]
    : steps.filter((one) => one !== 'permit').flatMap((one) => (one === 'address' ? [one, 'permit'] : [one]))

/** The step comes right after another one, for the operations named. */
export const stepAfter =
  (operations: readonly string[], step: Step, after: Step): ReadingPatch =>
  ({ behaviour: { access } }) => {
    const { steps } = access
    access.steps = (operationId) => {
      const usual = steps.call(access, operationId)
      if (!operations.includes(operationId)) return usual
      const moved = usual.filter((one) => one !== step).flatMap((one) => (one === after ? [one, step] : [one]))
      return addressFirst(moved)
    }
  }

/** The operations that a freedom is about. */
export const operationsOf = (freedom: string): readonly string[] => {
  const { freedoms } = readFixture('freedoms.yaml') as { freedoms: { id: string; operations?: string[] }[] }
  return freedoms.find(({ id }) => id === freedom)?.operations ?? []
}

export const succeedsWith =
  (operations: readonly string[], status: number): ReadingPatch =>
  ({ behaviour: { wire } }) => {
    for (const operation of operations) wire.success[operation] = status
  }

/** Another answer in the place of each that the operation gives. */
export { answer as answers } from '../operators/index.ts'
