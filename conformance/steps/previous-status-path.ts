// Where the answer to a cancel gives the status before it: its shape is shown for a hold alone.
import type { Answered } from '../evidence/exchange.ts'
import { fieldAt } from './read.ts'

export const previousStatusPath = (answer: Answered): string =>
  typeof fieldAt(answer, '/previous_status') === 'string' ? '/previous_status' : '/previous_status/code'
