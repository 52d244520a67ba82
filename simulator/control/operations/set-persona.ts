// POST /personas: a persona plays the company from now on, for an order, for a lender or for all.
import type { PersonaChoice } from '../../engine/personas.ts'
import { controlOperation } from '../operation.ts'
import { showPersona } from './list-personas.ts'

export const setPersona = controlOperation({
  id: 'setPersona',
  method: 'post',
  path: '/personas',
  status: 201,
  body: 'required',
  handle: async ({ services, body }) => {
    const persona = services.personas.set(body as PersonaChoice)
    const shown = showPersona(services, persona)
    await services.store.flush()
    return shown
  },
})
