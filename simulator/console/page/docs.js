// The operations of the service, to read and to try with the credentials of this simulator.
import { act, authorization, read } from './api.js'

const form = document.getElementById('caller')
const { role: roles } = form.elements
const said = form.querySelector('output')

const [profile, spec] = await Promise.all([read('/profile'), read('/docs/openapi.json')]).catch((error) => {
  said.textContent =
    error.status === 401
      ? 'This control port asks for its token: open the console first, and come from there.'
      : error.message
  throw error
})

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
  spec,
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

const call = async () => {
  const { client_id, environment } = profile.credentials[roles.value]
  try {
    const { access_token } = await act('/tokens', { client_id, expires_in: 3600 })
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
