// GET /ping: liveness without a credential; never account data (Endpoints / GET /ping).
import { answer, operation } from '../operation.ts'

export const ping = operation({
  id: 'ping',
  method: 'get',
  path: '/ping',
  access: 'open',
  handle: (call) =>
    answer(call, 'ping', { status: 'ok', time: call.services.behaviour.present.timestamp(call.services.clock.now()) }),
})
