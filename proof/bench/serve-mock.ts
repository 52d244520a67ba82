// A mock server that keeps what it is given, json-server or Mockoon, as far as a folder has it installed.
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { Collections, MockName } from './mocks.ts'
import { answerTo } from './worker.ts'

const [name, folder] = process.argv.slice(2) as [MockName, string]
const installed = createRequire(join(resolve(folder), 'package.json'))

type JsonServer = {
  create(): RequestListener & { use(...given: unknown[]): void }
  router(data: Collections): unknown
}
type Row = Record<string, unknown>
type Commons = Record<'BuildEnvironment' | 'BuildDatabucket' | 'BuildCRUDRoute', (...given: unknown[]) => Row>
type Server = new (environment: Row, options: Row) => { createRequestListener(): RequestListener }

const listeners: Record<MockName, (data: Collections) => RequestListener> = {
  'json-server': (data) => {
    const { create, router } = installed('json-server') as JsonServer
    const app = create()
    app.use('/sandbox/v1', router(data))
    return app
  },
  '@mockoon/cli': (data) => {
    const { BuildEnvironment, BuildDatabucket, BuildCRUDRoute } = installed('@mockoon/commons') as Commons
    const { MockoonServer } = installed('@mockoon/commons-server') as { MockoonServer: Server }
    const buckets = Object.entries(data).map(([bucket, rows]) =>
      BuildDatabucket!({ name: bucket, value: JSON.stringify(rows) }),
    )
    const routes = buckets.map(({ name: endpoint, id: databucketID }) =>
      BuildCRUDRoute!(true, { endpoint, databucketID }),
    )
    const environment = {
      ...BuildEnvironment!({ hasDefaultRoute: false, hasContentTypeHeader: true, hasCorsHeaders: false }),
      endpointPrefix: 'sandbox/v1',
      data: buckets,
      routes,
      rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
    }
    return new MockoonServer(environment, {}).createRequestListener()
  },
}

answerTo({
  async serve(data: Collections) {
    const server = createServer(listeners[name](data))
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/v1`
  },
})
