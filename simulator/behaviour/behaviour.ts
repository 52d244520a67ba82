// Every decision the contract makes, assembled: a freedom swaps one for another permitted one, a defect for a forbidden one.
import type { Contract } from '../contract/contract.ts'
import { access } from './access.ts'
import { actions } from './actions.ts'
import { amendment } from './amendment.ts'
import { bodies } from './bodies.ts'
import { catalog } from './catalog.ts'
import { creation } from './creation.ts'
import { deliveries } from './deliveries.ts'
import { events } from './events.ts'
import { feed } from './feed.ts'
import { idempotency } from './idempotency.ts'
import { identifiers } from './identifiers.ts'
import { lifecycle } from './lifecycle.ts'
import { links } from './links.ts'
import { lists } from './lists.ts'
import { messages } from './messages.ts'
import { present } from './present.ts'
import { problems } from './problems.ts'
import { rateLimit } from './rate-limit.ts'
import { revisions } from './revisions.ts'
import { routing } from './routing.ts'
import { sandbox } from './sandbox.ts'
import { shapes } from './shapes.ts'
import { tokens } from './tokens.ts'
import { uploads } from './uploads.ts'
import { webhookSettings } from './webhook-settings.ts'
import { webhooks } from './webhooks.ts'
import { wire } from './wire.ts'

/** A fresh behaviour that keeps the whole contract; its members may be replaced one by one before the simulator starts. */
export const contractBehaviour = (contract: Contract) => {
  const life = lifecycle(contract)
  return {
    access: access(contract),
    actions: actions(contract),
    amendment: amendment(contract),
    bodies: bodies(contract),
    catalog: catalog(contract),
    creation: creation(contract),
    deliveries: deliveries(contract),
    events: events(contract),
    feed: feed(contract),
    idempotency: idempotency(contract),
    identifiers: identifiers(contract),
    lifecycle: life,
    links: links(contract),
    lists: lists(contract),
    messages: messages(contract),
    present: present(contract, life),
    problems: problems(contract),
    rateLimit: rateLimit(contract),
    revisions: revisions(contract),
    routing: routing(contract),
    sandbox: sandbox(contract),
    shapes: shapes(contract),
    tokens: tokens(contract),
    uploads: uploads(contract),
    webhookSettings: webhookSettings(contract),
    webhooks: webhooks(contract),
    wire: wire(contract),
  }
}

export type Behaviour = ReturnType<typeof contractBehaviour>
