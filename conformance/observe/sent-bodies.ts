// The calls that send a JSON body, and whether a body is JSON.
import { jsonOf } from '../evidence/exchange.ts'

export const withBodies = [
  'createOrder',
  'amendOrder',
  'sendMessage',
  'createRevisionRequest',
  'setWebhook',
  'testWebhook',
  'advanceOrder',
]

export const isJson = (bytes: Uint8Array): boolean => jsonOf(bytes) !== undefined
