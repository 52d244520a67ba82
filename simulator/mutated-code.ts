// Where this code stands built, and what of it is mutated where an engine makes mutants of it.
import { fileURLToPath } from 'node:url'

export const mutatedCode = {
  folder: fileURLToPath(new URL('./', import.meta.url)),
  name: 'simulator',
  areas: ['behaviour', 'domain', 'http', 'webhooks', 'store', 'documents'],
  except: ['behaviour/defects', 'behaviour/operators', 'behaviour/readings'],
}
