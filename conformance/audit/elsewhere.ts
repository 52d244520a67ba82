// Rules of a client that another examination judges, and no journal does.
import type { ClientRule } from './client-rule.ts'

type Elsewhere = Pick<ClientRule, 'rule' | 'shownBy' | 'toTry'>

const inReceiver = {
  shownBy: 'sign of what the receiver does with an event after its answer',
  toTry: 'Examine the receiver with `assay receiver`, which sees its effects.',
}

export const elsewhere: readonly Elsewhere[] = [
  { rule: 'delivery.receiver-decides-newest-by-timestamps', ...inReceiver },
  { rule: 'delivery.receiver-is-idempotent-on-id', ...inReceiver },
]
