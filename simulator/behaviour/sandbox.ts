// What the sandbox makes up, and how its advance answers (Endpoints / POST /sandbox/orders/{order_id}/advance).
import type { Contract } from '../contract/contract.ts'
import type { Order } from '../domain/records.ts'
import type { Detail } from '../domain/refusal.ts'

type Wire = Record<string, unknown>

type NextMove = { to: string; afterSeconds: number }

const day = 86_400_000

export const sandbox = (_contract: Contract) => ({
  /** The body of a success; `previous` is the status that the order left. */
  answered: (order: Wire, _previous: Wire): Wire | undefined => order,

  /** What the refusal of a move says of it. */
  refusalDetail: (order: Order, to: string): Detail => ({
    field: 'status',
    code: 'current_status',
    value: to,
    message: `the order is in status ${order.status.code}`,
  }),

  /** The statuses that an advance goes through, the last of them the one asked for. */
  steps: (_from: string, to: string): string[] => [to],

  appointment: (now: number): number => now + 3 * day,
  /** The appointment of an order that was advanced past it. */
  skippedAppointment: (_order: Order, _now: number): number | null => null,

  appraiser: { name: 'Avery Sample' } as { name: string; shared?: boolean },
  /** Whether an order that is advanced past its assignment gets an appraiser all the same. */
  assignsWhenSkipped: true,

  /** What a simulated company does next with an order of its own accord. */
  nextMove: (_order: Order): NextMove | null => null,

  /** Domain seconds after which an order is cleared away; null keeps it. */
  lifetimeSeconds: null as number | null,
})
