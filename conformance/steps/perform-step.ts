// Sends the steps of a plan to the target, one request each, and remembers which exchange was whose.
import type { Acknowledgement, Action, ProductKind, Readable } from '../model/actions.ts'
import type { Performer } from '../model/plan-run.ts'
import type { Plan, PlanStep } from '../model/plan.ts'
import type { StepContext } from '../kit/context.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'
import { operationOf } from './act.ts'
import { pickProduct } from './catalog.ts'
import { orderBody } from './order-body.ts'
import { create } from './place-order.ts'
import { fieldAt, succeeded } from './read.ts'
import { settleOrder } from './settle-order.ts'
import { acceptedFiles } from './tiny-files.ts'
import { unusualBody } from './unusual-order.ts'
import { uploadFile } from './upload-file.ts'
import { limits } from '../contract/limits.ts'

const acknowledged: Record<Acknowledgement, object | undefined> = {
  none: undefined,
  prior_appraisal: { prior_appraisal_provided: true, comparable_sales_provided: false },
  comparable_sales: { prior_appraisal_provided: false, comparable_sales_provided: true },
  both: { prior_appraisal_provided: true, comparable_sales_provided: true },
}

const readOperations: Record<Readable, string> = {
  order: 'getOrder',
  requests: 'listRevisionRequests',
  messages: 'listMessages',
  documents: 'listDocuments',
}

const finished = new Set(['report_complete', 'revised_report_complete'])

/** A dotted field and its value as the nested object it is on create. */
const nested = (field: string, value: string): Record<string, unknown> => {
  const [first, rest] = field.split('.') as [string, string | undefined]
  if (rest === undefined) return { [first]: value }
  return first === 'notes' ? { notes: [{ type: rest, text: value }] } : { [first]: { [rest]: value } }
}

/** Orders that were placed and that nobody else will move, oldest first. One that is taken is taken for good. */
export type SpareOrders = { take(wanted: { status: string; hasLoanNumber: boolean }): Answered | undefined }

/** `spare`: an order of the plan may be one that is there already. */
export const createPerformer = async (
  context: StepContext,
  { plan, spare }: { plan: Plan; spare?: SpareOrders | undefined },
): Promise<Performer> => {
  const { client, marker } = context
  const product = await pickProduct(context)
  const ids = new Map<string, string>()
  const answers = new Map<number, Answered[]>()
  const unanswered = new Set<string>()

  /** What an order without a loan number refuses for that. */
  const asksForRevision = (order: string): boolean =>
    plan.steps.some((step) => step.order === order && step.action.do === 'revision')

  const taken = (order: string, kind: ProductKind, loanNumber: boolean): Answered | undefined =>
    loanNumber
      ? spare?.take({ status: kind === 'plain' ? 'new' : 'pending_review', hasLoanNumber: asksForRevision(order) })
      : undefined

  const place = async (order: string, kind: ProductKind, loanNumber: boolean): Promise<Answered> => {
    const known = taken(order, kind, loanNumber)
    if (known) {
      ids.set(order, String(fieldAt(known, '/id')))
      return known
    }
    const plain = orderBody(context, product)
    const { number: _number, ...loan } = plain.loan
    const body = kind === 'reviewed' ? unusualBody(plain, product) : plain
    const answer = await create(context, loanNumber ? body : { ...body, loan })
    const id = fieldAt(answer, '/id')
    if (succeeded(answer) && typeof id === 'string') ids.set(order, id)
    return answer
  }

  const send = async (action: Exclude<Action, { do: 'create' }>, id: string): Promise<Answered> => {
    const params = { order_id: id }
    switch (action.do) {
      case 'advance':
        return client.call('advanceOrder', { params, json: { to_status: action.to } })
      case 'hold':
      case 'resume':
      case 'cancel':
        return client.call(operationOf[action.do], { params, json: { reason: `A walk of ${marker()}.` } })
      case 'amend':
        return client.call('amendOrder', { params, json: nested(action.field, action.value) })
      case 'message':
        return client.call('sendMessage', {
          params,
          json: { recipient: action.to, subject: marker(), body: 'A note of a walk.' },
        })
      case 'upload':
        return uploadFile(context, id, { kind: 'supporting', purpose: 'other', file: acceptedFiles().text })
      case 'revision': {
        const acknowledgements = acknowledged[action.acknowledgement]
        const json = { kind: action.kind, reason: `Look again (${marker()}).`, acknowledgements }
        return client.call('createRevisionRequest', { params, json })
      }
      case 'read':
        if (action.settle) return settleOrder(context, id)
        return client.call(readOperations[action.what], {
          params,
          ...(action.what !== 'order' && { query: { per_page: limits().per_page_max } }),
        })
    }
  }

  const keepCount = (action: Action, id: string, answer: Answered): void => {
    if (!succeeded(answer)) return
    if (action.do === 'cancel' || (action.do === 'advance' && finished.has(action.to))) context.orders.settled(id)
  }

  const answerTo = async ({ order, action }: PlanStep): Promise<Answered | null> => {
    if (action.do === 'create') return place(order, action.product, action.loan_number)
    const id = ids.get(order)
    if (id === undefined) return null
    const answer = await send(action, id)
    keepCount(action, id, answer)
    return answer
  }

  return {
    unanswered,
    idOf: (order) => ids.get(order),
    exchangesOf: (index) => (answers.get(index) ?? []).map(({ id }) => id),
    spanOf(index) {
      const last = answers.get(index)?.at(-1)
      return last ? { from: last.startedAt, to: last.startedAt + last.ms } : null
    },
    async perform(step, index) {
      try {
        const answer = await answerTo(step)
        if (answer) {
          answers.set(index, [...(answers.get(index) ?? []), answer])
          return { status: answer.response.status, body: jsonOf(answer.response.body) ?? null }
        }
      } catch (error) {
        if (!(error instanceof Inconclusive)) throw error
      }
      unanswered.add(step.order)
      return null
    },
  }
}
