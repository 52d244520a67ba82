// What the lender can do with an order as it stands, and for each refusal the rule or the freedom behind it; nothing is changed.
import { checkAction } from '../orders/act-on-order.ts'
import type { DomainContext } from '../orders/context.ts'
import type { Order } from '../domain/records.ts'
import { refusedByStatus } from '../domain/refused-by-status.ts'
import { requestRevision } from '../orders/revise-order.ts'
import { checkAdvance } from '../orders/work-on-order.ts'
import { readFixture } from '../contract/contract.ts'
import type { Services } from '../engine/services.ts'
import { ruleOfCell, rules } from '../contract/rules.ts'
import type { Rule } from '../contract/rules.ts'
import { refusalOf } from './company-moves.ts'
import type { RefusedMove } from './company-moves.ts'

type Outcome = 'accepted' | 'refused' | { open: string }

type Lifecycle = {
  cells: Record<string, Record<string, Outcome>>
  exceptions: { action: string; statuses: string[]; when: string; outcome: Outcome }[]
}

type Freedom = { id: string; question: string }

type LenderMove = {
  operation: string
  /** What distinguishes the moves of one operation: a kind of revision request, or the status that an advance leads to. */
  variant: string | null
  allowed: boolean
  refusal: RefusedMove | null
  rule: Rule | null
  /** The freedom that decides where the contract leaves it open. */
  freedom: Freedom | null
}

type Asked = { action: string; operation: string; variant?: string; decide: () => unknown }

const cases: Record<string, (order: Order, context: DomainContext, action: string) => boolean> = {
  'report-delivered-before': (order) => order.delivered,
  'no-report-delivered': (order) => !order.delivered,
  'no-loan-number': (order) => !order.loan.number,
  'not-permitted-to-client': (_order, { lender }, action) =>
    action === 'cancel' ? !lender.may_cancel : !lender.may_amend,
}

const outcomeOf = (context: DomainContext, order: Order, action: string): Outcome | undefined => {
  const { cells, exceptions } = readFixture('lifecycle.yaml') as Lifecycle
  const { code } = order.status
  const except = exceptions.find(
    ({ action: its, statuses, when }) =>
      its === action &&
      (statuses.length === 0 || statuses.includes(code)) &&
      (cases[when]?.(order, context, action) ?? false),
  )
  return except?.outcome ?? cells[action]?.[code]
}

const freedomOf = (outcome: Outcome | undefined): Freedom | null => {
  if (typeof outcome !== 'object') return null
  const { freedoms } = readFixture('freedoms.yaml') as { freedoms: Freedom[] }
  const { id, question } = freedoms.find(({ id }) => id === outcome.open)!
  return { id, question }
}

export const lenderMoves = (services: Services, context: DomainContext, order: Order): LenderMove[] => {
  const { behaviour, contract, store } = services
  const { access, lifecycle, problems } = behaviour
  const { lender } = context
  const revision = (kind: string): Asked => ({
    action: 'revision_request',
    operation: 'createRevisionRequest',
    variant: kind,
    decide: () => {
      const draft = kind === 'correction' ? { kind } : { kind, acknowledgements: { prior_appraisal_provided: true } }
      requestRevision(context, order, draft, store.revisionsOf(order.id))
    },
  })
  const advance = (to: string): Asked => ({
    action: 'advance',
    operation: 'advanceOrder',
    variant: to,
    decide: () => checkAdvance(behaviour, order, to),
  })
  const asked: Asked[] = [
    { action: 'hold', operation: 'holdOrder', decide: () => checkAction(behaviour, order, 'hold') },
    { action: 'resume', operation: 'resumeOrder', decide: () => checkAction(behaviour, order, 'resume') },
    {
      action: 'cancel',
      operation: 'cancelOrder',
      decide: () => {
        access.checkMayCancel(lender)
        checkAction(behaviour, order, 'cancel')
      },
    },
    {
      action: 'amend',
      operation: 'amendOrder',
      decide: () => {
        access.checkMayAmend(lender)
        if (!lifecycle.mayAmend(order, ['appraiser_instructions']))
          throw refusedByStatus(order, 'amended', undefined, problems.closedForAmendment)
      },
    },
    ...contract.enumerations.revision_request_kind.map(revision),
    ...(context.environment === 'sandbox' ? Object.keys(contract.lifecycle.labels).map(advance) : []),
  ]
  return asked.map(({ action, operation, variant = null, decide }) => {
    const refusal = refusalOf(services, decide)
    const freedom = freedomOf(outcomeOf(context, order, action))
    const is = refusal ? 'refused' : 'accepted'
    const { code: status } = order.status
    const cell =
      action === 'advance' ? { to: variant === status ? 'same' : variant! } : variant ? { kind: variant } : {}
    const byCell = freedom ? undefined : ruleOfCell({ action, status, is, ...cell })
    const rule = byCell ?? (refusal ? rules().byCode.get(refusal.code) : undefined) ?? null
    return { operation, variant, allowed: refusal === null, refusal, rule, freedom }
  })
}
