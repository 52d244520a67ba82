// GET /capabilities: what this control port offers, so that a caller asks for nothing else.
import { controlDocument } from '../../calls/document.ts'
import { environments } from '../../company/find.ts'
import { controlOperation } from '../operation.ts'

export const getCapabilities = controlOperation({
  id: 'getCapabilities',
  method: 'get',
  path: '/capabilities',
  handle: ({ services, offered }) => ({
    control_version: controlDocument().info.version,
    contract_version: services.contract.webhooks.api_version,
    operations: offered,
    environments,
    clock_mode: services.clock.mode,
    faults_active: services.faults.inForce(),
  }),
})
