// GET /account: what the credential is for (Endpoints / GET /account).
import { answer, operation } from '../operation.ts'

export const getAccount = operation({
  id: 'getAccount',
  access: 'token',
  handle: (call) => {
    const { access, rateLimit, tokens } = call.services.behaviour
    const body = access.account(call.client, call.lender, call.company, rateLimit.requestsPerWindow, tokens.scope)
    return answer(call, 'getAccount', body)
  },
})
