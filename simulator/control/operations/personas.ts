// Who plays the company.
import type { Persona } from '../../domain/records.ts'
import { personaNames, personaTable } from '../../personas/persona-table.ts'
import type { Services } from '../../engine/services.ts'
import type { ControlOperations } from '../operation.ts'
import type { PersonaChoice } from '../../engine/personas.ts'
import { absent } from '../../company/find.ts'

const showPersona = ({ personas }: Services, persona: Persona): Record<string, unknown> => {
  const next = personas.next(persona)
  return {
    ...persona,
    created_at: new Date(persona.created_at).toISOString(),
    next: next ? { ...next, at: new Date(next.at).toISOString() } : null,
  }
}

export const personaOperations = {
  /** Who plays the company, what each does next, and which personas there are. */
  listPersonas: {
    handle: ({ services }) => ({
      data: services.personas.list().map((persona) => showPersona(services, persona)),
      known: personaNames.map((name) => ({ name, summary: personaTable[name].summary })),
    }),
  },
  /** A persona plays the company from now on, for an order, for a lender or for all. */
  setPersona: {
    handle: async ({ services, body }) => {
      const persona = services.personas.set(body as PersonaChoice)
      const shown = showPersona(services, persona)
      await services.store.flush()
      return shown
    },
  },
  /** The persona does nothing any more; what it did stays. */
  removePersona: {
    handle: async ({ services, params }) => {
      const id = params['persona_id']!
      const persona = services.personas.remove(id)
      if (!persona) throw absent('persona', id, 'GET /personas')
      await services.store.flush()
      return { ...persona, created_at: new Date(persona.created_at).toISOString(), next: null }
    },
  },
} satisfies ControlOperations
