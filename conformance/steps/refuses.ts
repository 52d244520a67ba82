// Whether a refusal names a place of the body among those that it is for.
import type { Answered } from '../evidence/exchange.ts'
import { entriesAt } from './read.ts'

/** `place` is dotted; a detail may name it, or what lies in it. What lies above it may be refused for something else. */
export const refuses = (answer: Answered, place: string): boolean =>
  answer.response.status >= 400 &&
  answer.response.status < 500 &&
  entriesAt(answer, '/details').some(({ field }) => field === place || String(field).startsWith(`${place}.`))
