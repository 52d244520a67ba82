// Prism's mock of the contract's document, which answers examples and keeps nothing.
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { answerTo } from './worker.ts'

/** As its command does; the module has no entry of its own. */
type Prism = { createSingleProcessPrism(options: object): Promise<{ close(): Promise<void> }> }
const { createSingleProcessPrism } = createRequire(import.meta.url)(
  '@stoplight/prism-cli/dist/util/createServer.js',
) as Prism

const taken = createServer()
await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
const { port } = taken.address() as AddressInfo
await new Promise((resolve) => taken.close(resolve))

// It greets on standard output, where the table is printed.
process.stdout.write = () => true
const prism = await createSingleProcessPrism({
  document: fileURLToPath(import.meta.resolve('#fixtures/openapi.yaml')),
  host: '127.0.0.1',
  port,
  dynamic: false,
  cors: false,
  errors: false,
  multiprocess: false,
  verboseLevel: 'silent',
  ignoreExamples: false,
  seed: '',
  jsonSchemaFakerFillProperties: false,
})

answerTo({ url: () => `http://127.0.0.1:${port}` }, () => prism.close())
