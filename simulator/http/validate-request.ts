// The steps by which a call is judged before it is carried out, each by its name.
import type { Step } from '../behaviour/access.ts'
import type { Environment } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../engine/services.ts'
import { authenticate } from './authenticate.ts'
import type { Call, Operation } from './operation.ts'
import { orderOf } from './operation.ts'
import { bounds } from '../../fixtures/bounds.ts'
import { readObject } from './read-body.ts'
import type { ShapeChecker } from './shape-checker.ts'
import { take, type Steps } from './steps.ts'

type RequestValidator = Record<Exclude<Step, 'decision'>, (call: Call) => void | Promise<void>> & {
  decision: () => void
}

export const createRequestValidator = (
  services: Services,
  checkShape: ShapeChecker,
  operation: Operation,
  environment: Environment,
): RequestValidator => {
  const { access, bodies, lists, problems } = services.behaviour
  const { id } = operation
  const rules = {
    optional: operation.body?.optional ?? false,
    isJson: (type: string) => bodies.isJson(id, type),
    untyped: () => bodies.untyped(id),
    empty: (type: string) => bodies.empty(id, type),
  }
  function* readBody(call: Call): Steps<void> {
    call.body = {}
    if (!bodies.isRead(id)) return
    const { request, held } = call
    const limit = id === 'createOrder' ? bounds.taken.jsonBytes.withFiles : bounds.taken.jsonBytes.others
    const reading = { request, inbox: services.inbox, held, limit, code: problems.unreadable, bodies }
    try {
      call.sent = (yield readObject(reading, rules)) as Call['sent']
    } catch (error) {
      if (bodies.forgivesMalformed(id)) return
      throw error
    }
    call.body = call.sent.value
  }
  const withToken = (step: (call: Call, asked: Operation & { access: 'token' }) => void) => (call: Call) => {
    if (operation.access === 'token') step(call, operation)
  }
  return {
    token: withToken((call) => {
      const authorization = access.authorization(call.request, call.query)
      access.beforeToken(id, call.request, authorization)
      const { client, lender, company, account } = authenticate(services, authorization, environment, call.headers)
      call.client = client
      call.lender = lender
      call.company = company
      call.account = account
    }),
    address: withToken((call) => {
      for (const param of Object.values(call.params)) access.checkId(param)
      if (call.params['order_id'] !== undefined) orderOf(call)
    }),
    permit: withToken((call, { permit }) => {
      permit?.(call)
      access.checkEntitled(id, call.lender)
      lists.checkNames(id, call.query)
    }),
    body: (call) => (operation.body ? take(readBody(call)) : undefined),
    state: withToken((call, { state }) => state?.(call)),
    shape(call) {
      if (!operation.body) return
      try {
        checkShape(operation.body.shape, call.body)
        call.body = bodies.taken(id, call.body)
      } catch (error) {
        const isMissing = error instanceof Refusal && error.details.some(({ code }) => code === 'required')
        if (bodies.isJudged(id) || isMissing) throw error
        call.body = {}
      }
    },
    decision() {},
  }
}
