// The newest orders of the account, on pages of the largest size, as the unfiltered list shows them once the run has placed its own.
import type { Answered } from '../evidence/exchange.ts'
import type { Scenario } from '../kit/context.ts'
import { walkPages } from '../steps/walk-pages.ts'

/** Of a longer list no further page is read once the pages hold this number. */
export const mostOrders = 300

export const newestOrders: Scenario<Answered[]> = {
  id: 'newest-orders',
  run: (context) => walkPages(context, { operationId: 'listOrders' }, undefined, (items) => items.length >= mostOrders),
}
