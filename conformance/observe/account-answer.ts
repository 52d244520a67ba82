// The answer of getAccount, which every run sees: the keys that the contract lists, and those that are shown.
import { isObject } from '../contract/is-object.ts'
import type { Answered } from '../evidence/exchange.ts'
import { responseAt, succeeded } from './answers.ts'

export const isAccount = succeeded('getAccount')

export const accountKeys = ['client_id', 'environment', 'lender', 'company', 'scopes', 'rate_limit']

export const showsKeys = (exchange: Answered): boolean => isAccount(exchange) && isObject(responseAt(exchange, ''))

export const keysShown = (exchange: Answered): string[] => Object.keys(responseAt(exchange, '') as object)
