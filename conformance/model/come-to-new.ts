// How an order comes to `new`: one that the company reviews first is placed by an advance.
import { advance, create, type Action } from './actions.ts'
import { assume } from './assume.ts'
import type { Machine } from './machine.ts'

export const comeToNew = (machine: Machine): Action[] =>
  assume(machine, null, create()).next.status.includes('new') ? [create()] : [create(), advance('new')]
