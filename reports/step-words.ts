// A step of a plan in two words: what it does, and with what.
import type { StoredPlan } from './plan-file.ts'
import { shortly } from './texts.ts'

const details = ['to', 'kind', 'what', 'field']

export const stepWords = ({ action }: StoredPlan['steps'][number]): string => {
  const detail = details.map((name) => action[name]).find((value) => value !== undefined && value !== null)
  return detail === undefined ? shortly(action.do) : `${shortly(action.do)} ${shortly(detail)}`
}
