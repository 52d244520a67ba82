// The operations of the service, to read and to try with the credentials of this simulator.
import { act, authorization, read } from './api.js'

const form = document.getElementById('caller')
const { role: roles } = form.elements
const said = form.querySelector('output')

const profile = await read('/profile').catch((error) => {
  said.textContent =
    error.status === 401
      ? 'This control port asks for its token: open the console first, and come from there.'
      : error.message
  throw error
})

/** With examples that the service takes from this credential as they stand: its own catalog, its id and secret. */
const specFor = async ({ client_id, client_secret }) => {
  const spec = await read(`/docs/openapi.json?client_id=${encodeURIComponent(client_id)}`)
  const { TokenFormRequest, TokenJsonRequest } = spec.components.schemas
  for (const schema of [TokenFormRequest, TokenJsonRequest])
    schema.examples = [{ grant_type: 'client_credentials', client_id, client_secret }]
  return spec
}

const bases = ['sandbox', 'production'].map((environment) => [environment, profile[`${environment}_base_url`]])

/** The service takes no calls of other origins, so a call goes through this port; what is shown, and copied, is the call of the service. */
const throughThisPort = (request) => {
  const [environment, base] = bases.find(([, address]) => request.url.startsWith(`${address}/`)) ?? []
  if (environment === undefined) return request
  const { Authorization: service, ...headers } = request.headers
  return Object.assign(request, {
    url: `${location.origin}/docs/service/${environment}${request.url.slice(base.length)}`,
    headers: { ...headers, ...authorization(), ...(service && { 'Service-Authorization': service }) },
  })
}

const ui = globalThis.SwaggerUIBundle({
  spec: await specFor(profile.credentials.main),
  dom_id: '#operations',
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  queryConfigEnabled: false,
  requestInterceptor: throughThisPort,
  requestSnippetsEnabled: false,
  showMutatedRequest: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: () => void call(),
})

let shown = 'main'

/** An order that was shown before stays in its field otherwise, with a product that another company does not have. */
const showFor = (spec) => {
  const [order] = spec.components.schemas.CreateOrderRequest.examples
  ui.specActions.updateJsonSpec(spec)
  ui.getSystem().oas3Actions.setRequestBodyValue({
    value: JSON.stringify(order, null, 2),
    pathMethod: ['/orders', 'post'],
  })
}

const call = async () => {
  const role = roles.value
  const credential = profile.credentials[role]
  const { client_id, environment } = credential
  try {
    const { access_token } = await act('/tokens', { client_id, expires_in: 3600 })
    if (role !== shown) showFor(await specFor(credential))
    shown = role
    ui.preauthorizeApiKey('bearerAuth', access_token)
    ui.getSystem().oas3Actions.setSelectedServer(profile[`${environment}_base_url`])
    said.textContent = `Calls go to ${profile[`${environment}_base_url`]} with a token of ${client_id}, for an hour.`
  } catch (error) {
    said.textContent = error.message
  }
}

for (const [role, { environment }] of Object.entries(profile.credentials))
  roles.append(new Option(`${role.replaceAll('_', ' ')}, ${environment}`, role))
roles.addEventListener('change', () => void call())
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void call()
})
