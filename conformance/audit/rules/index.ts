// Every group of rules that a journal can show.
import type { RuleGroup } from '../client-rule.ts'
import { bodies } from './bodies.ts'
import { creates } from './creates.ts'
import { credentials } from './credentials.ts'
import { downloads } from './downloads.ts'
import { feed } from './feed.ts'
import { idempotency } from './idempotency.ts'
import { identifiers } from './identifiers.ts'
import { lists } from './lists.ts'
import { orders } from './orders.ts'
import { papers } from './papers.ts'
import { privacy } from './privacy.ts'
import { refusals } from './refusals.ts'
import { startUp } from './start-up.ts'
import { tokens } from './tokens.ts'
import { waits } from './waits.ts'
import { webhooks } from './webhooks.ts'

export const ruleGroups: readonly RuleGroup[] = [
  credentials,
  tokens,
  startUp,
  creates,
  privacy,
  bodies,
  identifiers,
  idempotency,
  waits,
  refusals,
  orders,
  papers,
  downloads,
  lists,
  feed,
  webhooks,
]
