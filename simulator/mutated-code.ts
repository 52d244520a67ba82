// Where this code stands built, and what of it is mutated where an engine makes mutants of it.
import { fileURLToPath } from 'node:url'

export const mutatedCode = {
  folder: fileURLToPath(new URL('./', import.meta.url)),
  name: 'simulator',
  areas: [
    'behaviour',
    'domain',
    'orders',
    'engine/inbox',
    'engine/rate-limiter',
    'http',
    'webhooks',
    'store',
    'documents',
  ],
  except: [
    'behaviour/likeness',
    'behaviour/operators',
    'behaviour/readings',
    'http/answer-lost',
    'http/check-fault',
    'http/identity',
    'http/parse-fault',
    'http/record-requests',
    'http/spoil-answers',
    'http/strike-call',
    'webhooks/strike-attempt',
  ],
}
