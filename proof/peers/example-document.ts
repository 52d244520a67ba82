// The document as it is, with examples that this target takes, for tools that read examples out of it.
import { exampleBodies, exampleId, operationsOf, readDocument, resolve, type Document } from './contract.ts'
import type { Target } from './peer.ts'

export const exampleDocument = (target: Target): Document => {
  const source = readDocument()
  source['servers'] = [{ url: target.url }]
  const bodies = exampleBodies(target)
  for (const item of Object.values(source.paths)) {
    const shared = item.parameters ?? []
    delete item.parameters
    for (const { operation } of operationsOf({ ...source, paths: { '/': item } }).values()) {
      const id = operation.operationId
      operation.parameters = [...shared, ...(operation.parameters ?? [])].map((one) => {
        const parameter = resolve(source, one)
        return parameter.in === 'path' ? { ...parameter, example: exampleId(id, target) } : parameter
      })
      for (const content of Object.values(operation.requestBody?.content ?? {}))
        if (bodies[id] !== undefined) content['example'] = bodies[id]
    }
  }
  return source
}
