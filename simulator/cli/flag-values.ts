// Reads the values of flags, and says of each that cannot be used what was expected.
import { InvalidArgumentError } from 'commander'
import type { Choice } from '../behaviour/readings/choose.ts'
import { isOrigin, originForm } from '../start/check-options.ts'
import { personaNames } from '../personas/persona-table.ts'
import type { PersonaName, PersonaOption } from '../public/simulator-options.ts'

export const port = (text: string): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new InvalidArgumentError('a port is a number from 0 to 65535.')
  return Number(text)
}

export const rate = (text: string): number => {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('a rate is a number above 0, such as 60.')
  return Number(text)
}

export const origin = (text: string): string => {
  if (!isOrigin(text)) throw new InvalidArgumentError(`it must be ${originForm}.`)
  return text
}

export const seed = (text: string): number => {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('a seed is a whole number of at most ten digits.')
  return Number(text)
}

export const seconds = (text: string): number => {
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(text) || Number(text) > 86_400)
    throw new InvalidArgumentError('it is a number of seconds from 0 to 86400, such as 30.')
  return Number(text)
}

export const count = (text: string): number => {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('it is a whole number, and 0 keeps none.')
  return Number(text)
}

export const processId = (text: string): number => {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('it is the number of a process, such as $! gives.')
  return Number(text)
}

export const addReading = (text: string, before: Choice): Choice => {
  const taken: Choice = { ...before }
  for (const pair of text.split(',')) {
    const [freedom, reading, ...rest] = pair.trim().split('=')
    if (!freedom || !reading || rest.length > 0)
      throw new InvalidArgumentError('a reading is written freedom=reading, such as list.page-numbers=refused.')
    if (Object.hasOwn(taken, freedom))
      throw new InvalidArgumentError(`${freedom} has one reading, but two are given; leave one out.`)
    Object.assign(taken, { [freedom]: reading })
  }
  return taken
}

/** `punctual` for all, `len_bluestem=slow` for one lender. */
export const addPersona = (text: string, before: PersonaOption[]): PersonaOption[] => [
  ...before,
  ...text.split(',').map((one) => {
    const [name, lender_id, ...rest] = one.trim().split('=').toReversed()
    if (rest.length > 0 || lender_id === '' || !personaNames.includes(name as PersonaName))
      throw new InvalidArgumentError(`a persona is one of ${personaNames.join(', ')}, or LENDER=NAME for one lender.`)
    return { name: name as PersonaName, ...(lender_id !== undefined && { lender_id }) }
  }),
]

export const addFault = (text: string, before: string[]): string[] => [...before, ...text.split(/\s+/).filter(Boolean)]
