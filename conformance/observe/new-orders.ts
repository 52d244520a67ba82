// Orders as the answer to their creation shows them, and what the request did not send.
import { isObject } from '../contract/is-object.ts'
import type { Answered } from '../evidence/exchange.ts'
import { answered, requestAt } from './answers.ts'

export const isCreated = answered(201, 'createOrder')

/** With a token that the suite got for a role, and none of another making. */
export const isOwn = ({ role }: Answered): boolean => role !== null

/** Orders that the suite placed. */
export const isPlaced = (exchange: Answered): boolean => isCreated(exchange) && isOwn(exchange)

/** A new order whose request is an object without a value at a pointer. */
export const unsent =
  (path: string) =>
  (exchange: Answered): boolean =>
    isCreated(exchange) && isObject(requestAt(exchange, '')) && requestAt(exchange, path) === undefined
