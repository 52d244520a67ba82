// GET /ping: liveness without a credential; never account data (Endpoints / GET /ping).
import { identityFor } from '../identity.ts'
import { answer, operation } from '../operation.ts'

export const ping = operation({
  id: 'ping',
  access: 'open',
  handle: (call) => {
    const { present } = call.services.behaviour
    const body = { status: present.liveness, time: present.timestamp(call.services.clock.now()) }
    return answer(call, 'ping', body, identityFor(call.request))
  },
})
