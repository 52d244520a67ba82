// POST /personas/{persona_id}/remove: the persona does nothing any more; what it did stays.
import { absent } from '../../company/find.ts'
import { controlOperation } from '../operation.ts'

export const removePersona = controlOperation({
  id: 'removePersona',
  method: 'post',
  path: '/personas/{persona_id}/remove',
  handle: async ({ services, params }) => {
    const id = params['persona_id']!
    const persona = services.personas.remove(id)
    if (!persona) throw absent('persona', id, 'GET /personas')
    await services.store.flush()
    return { ...persona, created_at: new Date(persona.created_at).toISOString(), next: null }
  },
})
