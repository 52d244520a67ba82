// POST /rate-limit/renew: a new window for everyone; the limit stays what it is.
import { controlOperation } from '../operation.ts'

export const renewRateLimit = controlOperation({
  id: 'renewRateLimit',
  method: 'post',
  path: '/rate-limit/renew',
  handle: ({ services }) => {
    services.rateLimiter.renew()
    return { requests_per_minute: services.contract.limits.requests_per_minute }
  },
})
