// An operation: its entry in the OpenAPI document, its file in the simulator, and its line in the list of operations.
import { fit, refuseExisting, todo, usageError, type Kind } from './kind.ts'
import { afterLast, appendTo, appendToLastArray } from './text.ts'

const kebab = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const parameters = (path: string): string => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  if (names.length === 0) return ''
  const rows = names.map((name) => `        - { name: ${name}, in: path, required: true, schema: { type: string } }\n`)
  return `      parameters:\n${rows.join('')}`
}

const entry = (id: string, method: string, path: string): string => `    ${method}:
      operationId: ${id}
      tags: [orders]
      summary: "${todo} what it does"
      x-success: ['2XX']
      x-environments: [production, sandbox]
${parameters(path)}      responses:
        '2XX':
          description: "${todo} what is returned."
          headers:
            X-RateLimit-Limit: { $ref: '#/components/headers/RateLimitLimit' }
            X-RateLimit-Remaining: { $ref: '#/components/headers/RateLimitRemaining' }
            X-RateLimit-Reset: { $ref: '#/components/headers/RateLimitReset' }
          content:
            application/json:
              schema: { type: object }
        '401': { $ref: '#/components/responses/Unauthorized' }
        '403': { $ref: '#/components/responses/Forbidden' }
        '429': { $ref: '#/components/responses/TooManyRequests' }
        '4XX': { $ref: '#/components/responses/RefusedOtherwise' }
        '500': { $ref: '#/components/responses/InternalError' }
        '503': { $ref: '#/components/responses/ServiceUnavailable' }
`

const source = (
  id: string,
  method: string,
  path: string,
): string => `// ${method.toUpperCase()} ${path}: ${todo} what it does.
import { answer, operation } from '../operation.ts'

export const ${id} = operation({
  id: '${id}',
  method: '${method}',
  path: '${path}',
  access: 'token',
  // ${todo} decisions go to behaviour/, changes of state to domain/.
  handle: (call) => answer(call, '${id}', {}),
})
`

/** Under its path, which is made where the document has none. */
const withEntry = (text: string, path: string, added: string): string => {
  const lines = text.split('\n')
  const at = lines.indexOf(`  ${path}:`)
  if (at < 0) return appendTo(text, 'paths', `  ${path}:\n${added}`)
  const next = lines.findIndex((line, index) => index > at && /^ {0,2}\S/.test(line))
  return [...lines.slice(0, next), ...added.trimEnd().split('\n'), ...lines.slice(next)].join('\n')
}

export const operation: Kind = {
  usage: 'ID METHOD PATH',
  plan([id, method, path], tree) {
    if (id === undefined || method === undefined || path === undefined) throw usageError('operation', this.usage)
    fit('operation', id, /^[a-z]+([A-Z][a-z]+)*$/, 'listDocuments')
    fit('method', method, /^(get|post|put|patch)$/, 'get, post, put or patch')
    fit('path', path, /^(\/([a-z-]+|\{[a-z_]+\}))+$/, '/orders/{order_id}/documents')
    const document = 'fixtures/openapi.yaml'
    const text = tree.read(document)
    refuseExisting(text.includes(`operationId: ${id}\n`), 'operation', id, document)
    const file = `simulator/http/operations/${kebab(id)}.ts`
    const index = 'simulator/http/operations/index.ts'
    const listed = appendToLastArray(tree.read(index), `  ${id},`)
    return {
      writes: new Map([
        [document, withEntry(text, path, entry(id, method, path))],
        [file, source(id, method, path)],
        [index, afterLast(listed, /^import \{ \w+ \} from '\.\//, `import { ${id} } from './${kebab(id)}.ts'`)],
      ]),
      left: [
        `${document}: summary, body and answer of ${id}; then npm run types`,
        `${file}: what it does`,
        'simulator/behaviour/wire.ts: its success code, if that is not 200',
        'conformance/scenarios/probes.ts: a call of it, so that callers without a right are tried on it',
        `npm run new -- rule transport.serves-… ${id}: that it is served, with the defect of its route; then a rule for each promise, with checks and defects`,
        `tests/simulator/: each success and each refusal`,
        'npm run check: names the operation until it is served and called',
      ],
    }
  },
}
