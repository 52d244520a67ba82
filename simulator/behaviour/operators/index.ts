// The mutation operators that defects and readings are built of.
export { answer, answerFrom, failure, recode, refusedAs, restatus, succeed } from './answers.ts'
export {
  accept,
  fault,
  instead,
  misread,
  note,
  refuse,
  refuseWith,
  replace,
  set,
  skip,
  stale,
  wrap,
} from './decisions.ts'
export { changeAt, dropAt, renameAt, type Wire } from './edit-wire.ts'
export { redirect } from './moves.ts'
export { mutation, perTarget, together, type Mutation } from './mutation.ts'
export { raiseBesides, unraised } from './raised.ts'
export { demand, loosen, tighten, waive } from './shapes.ts'
export {
  add,
  drop,
  dropEntries,
  edit,
  falsify,
  rename,
  reorder,
  respell,
  retype,
  staleAt,
  type Operation,
  type Place,
} from './shown.ts'
