// What a recording shows of none of its calls, so that rules which need it say so.
import { isSecured, isSuccess, type Call } from '../call.ts'
import type { Lack } from '../lack.ts'
import type { Recording } from './recording.ts'

const isWrite = ({ exchange }: Call): boolean => !['GET', 'HEAD'].includes(exchange.request.method)

export const lacksOf = (calls: readonly Call[], recording: Recording): ReadonlySet<Lack> => {
  const own = calls.filter(({ known }) => known.own)
  const lacks = new Set<Lack>()
  if (own.length > 0 || calls.length === 0) return lacks
  const writes = calls.filter(isWrite)
  if (writes.some(({ known }) => known.body === 'unknown') && !recording.requestBodies) lacks.add('request bodies')
  if (calls.some(isSuccess) && !recording.answerBodies) lacks.add('answer bodies')
  if (calls.some(isSecured) && !recording.credentials) lacks.add('credentials')
  if (calls.some(({ operation }) => operation?.startsWith('list')) && !recording.queries) lacks.add('queries')
  if (!recording.answers) lacks.add('answers')
  if (recording.stepMs > 1) lacks.add('parts of seconds')
  return lacks
}
