// The document for tools that know no status ranges and send examples: exact success codes, bodies, ids to be replaced.
import {
  exampleBodies,
  operationsOf,
  readDocument,
  resolve,
  usualSuccess,
  type Document,
  type Json,
} from './contract.ts'
import type { Target } from './peer.ts'

/** Of the parameters that a call cannot go without, by the names that are sent. */
const exampleParameters: Record<string, unknown> = {
  order_id: 'ord_none',
  document_id: 'doc_none',
  'Idempotency-Key': 'key',
  expires: 1,
  signature: 'none',
}

const json = 'application/json'

/** The examples of refusals show optional fields too, which a tool that compares structures would ask for. */
const keepRequired = (source: Document): void => {
  for (const response of Object.values(source.components['responses']!)) {
    const content = (response['content'] as Record<string, Json> | undefined)?.[json]
    if (!content) continue
    const schema = resolve(source, content['schema'] as Json) as { examples?: Json[]; required?: string[] }
    const [example] = schema.examples ?? []
    if (example)
      content['example'] = Object.fromEntries((schema.required ?? []).map((name) => [name, example[name] ?? {}]))
  }
}

/** The success has the code that it has here; refusals without a code of their own are left out. */
export const concreteDocument = (target: Target): Document => {
  const source = readDocument()
  delete source['webhooks']
  source['servers'] = [{ url: target.url }]
  source['security'] = [{ bearerAuth: [] }]
  delete source.components['securitySchemes']!['clientCredentials']
  for (const parameter of Object.values(source.components['parameters']!))
    if (parameter['required'] === true) parameter['example'] = exampleParameters[String(parameter['name'])]
  keepRequired(source)
  const bodies = exampleBodies(target)
  for (const [id, { operation }] of operationsOf(source)) {
    const { responses, requestBody } = operation
    if (responses['2XX']) responses[usualSuccess[id] ?? '200'] = responses['2XX']
    delete responses['2XX']
    delete responses['4XX']
    if (!requestBody) continue
    if (requestBody.content[json]) requestBody.content = { [json]: requestBody.content[json] }
    for (const content of Object.values(requestBody.content))
      if (bodies[id] !== undefined) content['example'] = bodies[id]
  }
  return source
}
