// The personas that a simulator is started with, and those of a simulator as a test sees them.
import type { Persona } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import { OptionError } from '../public/option-error.ts'
import type { Services } from '../engine/services.ts'
import { scopeKey } from './scope.ts'
import type {
  PersonaName,
  PersonaOption,
  SimulatorOptions,
  SimulatorPersona,
  SimulatorPersonas,
} from '../public/simulator-options.ts'

const optionOf = (given: PersonaName | PersonaOption): PersonaOption =>
  typeof given === 'string' ? { name: given } : given

const checkScopes = (given: readonly PersonaOption[]): void => {
  const seen = new Map<string, PersonaOption>()
  for (const one of given) {
    const key = scopeKey(one)
    const before = seen.get(key)
    const what = key === 'all' ? 'all orders' : key
    if (before)
      throw new OptionError(
        'invalid_option',
        `One persona can play the company for ${what}, but ${before.name} and ${one.name} are given; leave one out.`,
      )
    seen.set(key, one)
  }
}

/** Those that a data file has already stay as they are. Throws `invalid_option`. */
export const setPersonasOfStart = async (services: Services, given: SimulatorOptions['persona']): Promise<void> => {
  if (given === undefined) return
  const personas = (Array.isArray(given) ? given : [given]).map(optionOf)
  checkScopes(personas)
  for (const one of personas) {
    try {
      services.personas.set(one)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new OptionError('invalid_option', `The persona cannot be used: ${error.message}`)
    }
  }
  await services.store.flush()
}

const shown = ({ created_at: _at, name, ...persona }: Persona): SimulatorPersona => ({
  ...persona,
  name: name as PersonaName,
})

export const personasOf = ({ personas, store }: Services): SimulatorPersonas => ({
  list: () => personas.list().map(shown),
  async set(given) {
    const persona = personas.set(optionOf(given))
    await store.flush()
    return shown(persona)
  },
  async remove(id) {
    const isGone = personas.remove(id) !== undefined
    await store.flush()
    return isGone
  },
})
