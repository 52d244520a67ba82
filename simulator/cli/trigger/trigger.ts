// Raises an event for real: the company's operations, one after another, until one of them raises it.
import type { components } from '../../../fixtures/control.js'
import { RemoteError, type ControlClient } from '../remote/control-client.ts'
import { nextMove, type OrderNow } from './next-move.ts'
import { placeSample, type OrderAnswer } from './place-sample.ts'

type Raised = components['schemas']['Raised']

/** What was called, and what it raised. */
export type Made = { call: string; order_id: string; status: string; raised: Raised[] }

type Triggered = { order_id: string; event: Raised; made: Made[] }

type TriggerRequest = { type: string; order?: string; client?: string; onMade?: (made: Made) => void }

/** From any status an event is fewer operations away. */
const most = 6

/** @throws RemoteError: the refusal of the control port, control_unreachable, unknown_client, order_given, not_raised */
export const trigger = async (control: ControlClient, given: TriggerRequest): Promise<Triggered> => {
  const { type, order: known, client, onMade = () => undefined } = given
  const made: Made[] = []
  const take = (call: string, { order, raised }: OrderAnswer): Raised | undefined => {
    const one = { call, order_id: order.id, status: order.status.code, raised }
    made.push(one)
    onMade(one)
    return raised.find((event) => event.type === type)
  }
  if (type === 'order.created' && known !== undefined) {
    const message = 'order.created is raised by a new order; leave out --order.'
    throw new RemoteError('order_given', message, 3)
  }
  const placed = known === undefined ? await placeSample(control, client) : null
  const id = placed?.order.id ?? known!
  let event = placed === null ? undefined : take('POST /orders', placed)
  while (event === undefined && made.length < most) {
    const now = await control.call<OrderNow>('GET', `/orders/${encodeURIComponent(id)}`)
    const { path, body } = nextMove(type, now)
    event = take(`POST /orders/${id}${path}`, await control.call<OrderAnswer>('POST', `/orders/${id}${path}`, body))
  }
  if (event !== undefined) return { order_id: id, event, made }
  const said = made.map(({ call }) => call).join(', ')
  throw new RemoteError('not_raised', `${type} was not raised by ${said}; see \`GET /orders/${id}\` of the port.`, 1)
}
