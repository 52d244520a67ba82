// The document of the service as the page /docs shows it: with the addresses of this simulator, and an order that it takes as it stands.
import { readFixture } from '../contract/contract.ts'
import { dueDate, plainProduct } from '../seed/seed-draft.ts'
import { findClient, findLender } from '../store/find.ts'
import type { Services } from '../engine/services.ts'
import type { SimulatorProfile } from '../public/simulator-options.ts'

type Order = Record<string, unknown>

type Document = {
  servers: object[]
  security: object[]
  components: {
    securitySchemes: Record<string, object>
    schemas: { CreateOrderRequest: { examples: [Order] } }
    parameters: { IdempotencyKey: object }
  }
}

export type Documented = { services: Services; profile: () => SimulatorProfile }

/** The example of the contract, with a product and a date of this simulator. Null where each product needs more than itself. */
const orderOf = ({ store, clock }: Services, clientId: string, example: Order): Order => {
  const lender = findLender({ store }, findClient({ store }, clientId).lender_id)
  const product = plainProduct(store.companies.get(lender.company_id)!, lender)
  const { loan_type_code: _ofAnotherCatalog, ...order } = example
  if (product === undefined) return example
  return { ...order, order_type_code: product, add_on_codes: [], due_date: dueDate(clock.now()) }
}

/** `clientId`: who is to place the order. The page gets the token itself, of the credential that is chosen there. */
export const docsDocument = ({ services, profile }: Documented, clientId: string, key: string): object => {
  const { sandbox_base_url, production_base_url } = profile()
  const { components, ...document } = readFixture('openapi.yaml') as Document
  const { bearerAuth } = components.securitySchemes
  const { CreateOrderRequest, ...schemas } = components.schemas
  const { IdempotencyKey, ...parameters } = components.parameters
  const [example] = CreateOrderRequest.examples
  return {
    ...document,
    servers: [
      { url: sandbox_base_url, description: 'sandbox' },
      { url: production_base_url, description: 'production' },
    ],
    security: document.security.filter((scheme) => !('clientCredentials' in scheme)),
    components: {
      ...components,
      securitySchemes: { bearerAuth },
      schemas: {
        ...schemas,
        CreateOrderRequest: { ...CreateOrderRequest, examples: [orderOf(services, clientId, example)] },
      },
      parameters: { ...parameters, IdempotencyKey: { ...IdempotencyKey, example: key } },
    },
  }
}
