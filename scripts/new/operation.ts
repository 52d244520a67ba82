// An operation: its entry in the OpenAPI document, its file in the simulator, and its line in the list of operations.
import { parse } from 'yaml'
import { calledLike, likelyLists } from './operation-lists.ts'
import { fit, recordMeaning, refuseExisting, todo, usageError, type Kind } from './kind.ts'
import { servedBy } from './rule.ts'
import { afterLast, appendTo, appendToLastArray } from './text.ts'

const kebab = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

type Document = {
  paths: Record<string, Record<string, { tags?: string[] }>>
  components: { parameters: Record<string, { name: string; in: string }> }
}

/** Those of the path, as the document has them for others, or a text. */
const parameters = ({ components }: Document, path: string): string => {
  const known = Object.entries(components.parameters).filter(([, parameter]) => parameter.in === 'path')
  const rows = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const [component] = known.find(([, parameter]) => parameter.name === name) ?? []
    return component === undefined
      ? `      - { name: ${name}, in: path, required: true, schema: { type: string } }\n`
      : `      - $ref: '#/components/parameters/${component}'\n`
  })
  return rows.length === 0 ? '' : `    parameters:\n${rows.join('')}`
}

/** Of the nearest path above that has operations. */
const tagOf = ({ paths }: Pick<Document, 'paths'>, path: string): string => {
  if (path === '') return `"${todo} one of the tags of the document"`
  const tags = Object.values(paths[path] ?? {}).flatMap((one) => one.tags ?? [])
  return tags[0] ?? tagOf({ paths }, path.slice(0, path.lastIndexOf('/')))
}

/** The refusals that any call like it may meet. */
const refusals = (method: string, path: string): string =>
  (
    [
      ['400', 'BadRequest', method !== 'get' || path.includes('{')],
      ['401', 'Unauthorized', true],
      ['403', 'Forbidden', true],
      ['404', 'NotFound', path.includes('{')],
      ['415', 'UnsupportedMediaType', method !== 'get'],
      ['422', 'UnprocessableContent', method !== 'get'],
      ['429', 'TooManyRequests', true],
      ['500', 'InternalError', true],
      ['503', 'ServiceUnavailable', true],
    ] as const
  )
    .flatMap(([status, name, may]) =>
      may ? [`        '${status}': { $ref: '#/components/responses/${name}' }\n`] : [],
    )
    .join('')

const entry = (id: string, method: string, path: string, tag: string): string => `    ${method}:
      operationId: ${id}
      tags: [${tag}]
      summary: "${todo} what it does"
      x-success: ['2XX']
      x-environments: [production, sandbox]
      responses:
        '2XX':
          description: "${todo} what is returned."
          headers:
            X-RateLimit-Limit: { $ref: '#/components/headers/RateLimitLimit' }
            X-RateLimit-Remaining: { $ref: '#/components/headers/RateLimitRemaining' }
            X-RateLimit-Reset: { $ref: '#/components/headers/RateLimitReset' }
          content:
            application/json:
              schema: { type: object }
${refusals(method, path)}`

const source = (
  id: string,
  method: string,
  path: string,
): string => `// ${method.toUpperCase()} ${path}: ${todo} what it does.
import { answer, operation } from '../operation.ts'

export const ${id} = operation({
  id: '${id}',
  access: 'token',
  // ${todo} decisions go to behaviour/, changes of state to domain/.
  handle: (call) => answer(call, '${id}', {}),
})
`

/** Under its path, which is made where the document has none. */
const withEntry = (text: string, path: string, shared: string, added: string): string => {
  const lines = text.split('\n')
  const at = lines.indexOf(`  ${path}:`)
  if (at < 0) return appendTo(text, 'paths', `  ${path}:\n${shared}${added}`)
  const next = lines.findIndex((line, index) => index > at && /^ {0,2}\S/.test(line))
  return [...lines.slice(0, next), ...added.trimEnd().split('\n'), ...lines.slice(next)].join('\n')
}

export const operation: Kind = {
  usage: 'ID METHOD PATH',
  plan([id, named, path], tree) {
    if (id === undefined || named === undefined || path === undefined) throw usageError('operation', this.usage)
    fit('operation', id, /^[a-z]+([A-Z][a-z]+)*$/, 'listDocuments')
    const method = fit('method', named.toLowerCase(), /^(get|post|put|patch)$/, 'get, post, put or patch')
    fit('path', path, /^(\/([a-z-]+|\{[a-z_]+\}))+$/, '/orders/{order_id}/documents')
    const document = 'fixtures/openapi.yaml'
    const text = tree.read(document)
    refuseExisting(text.includes(`operationId: ${id}\n`), 'operation', id, document)
    const openapi = parse(text) as Document
    const file = `simulator/http/operations/${kebab(id)}.ts`
    const index = 'simulator/http/operations/index.ts'
    const listed = appendToLastArray(tree.read(index), `  ${id},`)
    return {
      writes: new Map([
        [document, withEntry(text, path, parameters(openapi, path), entry(id, method, path, tagOf(openapi, path)))],
        [file, source(id, method, path)],
        [index, afterLast(listed, /^import \{ \w+ \} from '\.\//, `import { ${id} } from './${kebab(id)}.ts'`)],
      ]),
      left: [
        `${document}: summary, body and answer of ${id}`,
        `${file}: what it does`,
        'simulator/behaviour/wire.ts: its success code, if that is not 200',
        'conformance/scenarios/probes.ts: a call of it, so that callers without a right are tried on it',
        `npm run new -- rule transport.serves-… ${id}: that it is served, with the defect of its route; then a rule for each promise, with checks and defects`,
        ...servedBy,
        `fixtures/: these lists name every operation called like it, or all but one; add ${id} where they hold for it too: ${likelyLists(tree, calledLike(method, path)).join(', ') || 'none'}`,
        'fixtures/freedoms.yaml: what the contract leaves open of its answer, such as conventions.read-success-status or conventions.array-order',
        `tests/simulator/: each success and each refusal`,
        recordMeaning,
        'npm run check: names the operation until it is served and called',
      ],
    }
  },
}
