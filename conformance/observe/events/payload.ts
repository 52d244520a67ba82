// Readings of what an event says: the fields of its envelope and of its payload, and what stands where nothing was given.
import { eventTable } from '../../contract/contract.ts'
import { isObject } from '../../contract/is-object.ts'
import type { Delivery } from '../../evidence/delivery.ts'
import { isSigned } from '../answers.ts'
import { absent, onlyOf, otherwise } from '../cases.ts'
import { either, matchesDelivery, type Observer, type StatefulObserver } from '../observer.ts'
import { byEvent, codeIn, isSpecimen, type RaisedEvent } from '../raised-events.ts'
import { feeChanged } from '../../model/terms.ts'

const payload: StatefulObserver = {
  freedom: 'events.extra-payload-fields',
  start() {
    const { event_types: types, payload_always: always } = eventTable()
    const known = new Map(
      types.map(({ type, key_fields: fields }) => [type, [...always, ...fields.map(({ name }) => name)]]),
    )
    const plain = new Set<string>()
    return byEvent(({ type, data }) => {
      const fields = known.get(type)
      if (!fields || plain.has(type)) return null
      if (Object.keys(data).some((key) => !fields.includes(key))) return 'further-fields'
      plain.add(type)
      return plain.size === 4 ? 'key-fields-only' : null
    })()
  },
}

const responded = ({ type, data }: RaisedEvent): string | null => {
  if (type !== 'order.revision_responded') return null
  return typeof data['status'] === 'string' ? 'of-the-request' : isObject(data['status']) ? 'of-the-order' : null
}

const resumedStatus = (event: RaisedEvent): string | null => {
  const code = event.type === 'order.resumed' ? codeIn(event, 'status') : undefined
  return code === undefined || code === 'on_hold' ? null : either(code === 'off_hold', 'off-hold', 'working-status')
}

const listed = ['id', 'type', 'created_at', 'api_version', 'data', 'test']

const isRaised = (delivery: Delivery): boolean => isSigned(delivery) && !isSpecimen(delivery)

export const payloadObservers: readonly Observer[] = [
  matchesDelivery('events.extra-envelope-fields', isSigned, (_, envelope) => Object.keys(envelope), {
    'those-listed': onlyOf(listed),
    'further-fields': otherwise,
  }),
  matchesDelivery('events.test-flag', isRaised, (_, { test }) => test, { absent, 'false-value': false }),
  payload,
  { freedom: 'events.revision-responded-status', start: byEvent(responded) },
  { freedom: 'events.resumed-status', start: byEvent(resumedStatus) },
  {
    freedom: 'events.fee-reason',
    start: byEvent(({ type, data }) => (type === feeChanged && data['reason'] === null ? 'null-value' : null)),
  },
]
