// The document of the service as the page /docs shows it: with the addresses that this simulator has.
import { readFixture } from '../contract/contract.ts'
import type { SimulatorProfile } from '../public/simulator-options.ts'

type Document = { servers: object[]; security: object[]; components: { securitySchemes: Record<string, object> } }

/** The page gets the token itself, of the credential that is chosen there. */
export const docsDocument = ({ sandbox_base_url, production_base_url }: SimulatorProfile): object => {
  const { components, ...document } = readFixture('openapi.yaml') as Document
  const { bearerAuth } = components.securitySchemes
  return {
    ...document,
    servers: [
      { url: sandbox_base_url, description: 'sandbox' },
      { url: production_base_url, description: 'production' },
    ],
    security: document.security.filter((scheme) => !('clientCredentials' in scheme)),
    components: { ...components, securitySchemes: { bearerAuth } },
  }
}
