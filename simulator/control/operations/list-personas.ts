// GET /personas: who plays the company, what each does next, and which personas there are.
import type { Persona } from '../../domain/records.ts'
import { personaNames, personaTable } from '../../personas/persona-table.ts'
import type { Services } from '../../engine/services.ts'
import { controlOperation } from '../operation.ts'

export const showPersona = ({ personas }: Services, persona: Persona): Record<string, unknown> => {
  const next = personas.next(persona)
  return {
    ...persona,
    created_at: new Date(persona.created_at).toISOString(),
    next: next ? { ...next, at: new Date(next.at).toISOString() } : null,
  }
}

export const listPersonas = controlOperation({
  id: 'listPersonas',
  method: 'get',
  path: '/personas',
  handle: ({ services }) => ({
    data: services.personas.list().map((persona) => showPersona(services, persona)),
    known: personaNames.map((name) => ({ name, summary: personaTable[name].summary })),
  }),
})
