// Portman and Newman: a Postman collection with contract tests and variations, made of the document, run against each target.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'
import { concreteDocument } from './concrete.ts'
import { operationsOf, readDocument, type Json } from './contract.ts'
import type { Complaint, Peer, Target } from './peer.ts'
import { missingPackage, packageIn, versionOf } from './places.ts'
import { uploadOf } from './examples.ts'
import { inWorker, type Inside } from './worker.ts'

type Failure = {
  source?: { name: string }
  parent?: { name: string }
  at?: string
  error: { name?: string; test?: string; message: string }
}
type Newman = {
  run(options: Json, done: (error: Error | null, summary: { run: { failures: Failure[] } }) => void): void
}

/** The order that an operation is called with, by the name of a variable. */
const variables: Record<string, string> = {
  holdOrder: 'holdable',
  resumeOrder: 'held',
  cancelOrder: 'cancellable',
  createRevisionRequest: 'delivered',
}

const path = (key: string, value: string) => ({ overwriteRequestPathVariables: [{ key, value, overwrite: true }] })

/** Contract tests of every operation; variations without a token, with an unknown id, without what is required. */
const settings = (): Json => {
  const operations = [...operationsOf(readDocument())]
  const overwrites = operations.flatMap(([openApiOperationId, { parameters }]) => {
    const order = parameters.some((one) => one.name === 'order_id' && one.in === 'path')
    const optional = parameters.filter((one) => one.in === 'query' && !one.required)
    const key = parameters.some(({ name }) => name === 'Idempotency-Key')
    return [
      {
        openApiOperationId,
        ...(order && path('order_id', `{{${variables[openApiOperationId] ?? 'fresh'}}}`)),
        ...(parameters.some(({ name }) => name === 'document_id') && path('document_id', '{{document}}')),
        overwriteRequestQueryParams: optional.map(({ name }) => ({ key: name, disable: true })),
        ...(key && { overwriteRequestHeaders: [{ key: 'Idempotency-Key', value: '{{$guid}}', overwrite: true }] }),
      },
    ]
  })
  const status = (code: number) => ({
    contractTests: [
      { statusCode: { enabled: true, code } },
      { schemaValidation: { enabled: true } },
      { headersPresent: { enabled: true } },
    ],
  })
  const variation = (openApiOperationId: string, code: number, name: string, more: Json) => ({
    openApiOperationId,
    openApiResponse: String(code),
    variations: [{ name, openApiResponse: String(code), ...more, tests: status(code) }],
  })
  const variationTests = operations.flatMap(([id, { operation, parameters }]) => {
    const inPath = parameters.find((one) => one.in === 'path')
    const secured = operation.security === undefined
    const fuzzing = [
      {
        requestBody: [
          {
            requiredFields: { enabled: true },
            minimumNumberFields: { enabled: true },
            maximumNumberFields: { enabled: true },
            minLengthFields: { enabled: true },
            maxLengthFields: { enabled: true },
          },
        ],
      },
    ]
    const isJson = operation.requestBody?.content['application/json'] !== undefined && id !== 'requestToken'
    return [
      ...(secured
        ? [
            variation(id, 401, 'no token', {
              overwrites: [{ overwriteRequestSecurity: { other: { type: 'noauth' } } }],
            }),
          ]
        : []),
      ...(secured
        ? [
            variation(id, 401, 'wrong token', {
              overwrites: [{ overwriteRequestSecurity: { bearer: { token: 'no-such-token' } } }],
            }),
          ]
        : []),
      ...(inPath && secured
        ? [
            variation(id, 404, 'unknown id', {
              overwrites: [path(inPath.name, inPath.name === 'order_id' ? 'ord_none' : 'doc_none')],
            }),
          ]
        : []),
      ...(isJson ? [variation(id, 422, 'fuzzed body', { fuzzing })] : []),
    ]
  })
  const on = { enabled: true }
  return {
    version: 1,
    globals: { securityOverwrites: { bearer: { token: '{{bearerToken}}' } } },
    overwrites,
    tests: {
      contractTests: [
        {
          openApiOperation: '*::/*',
          statusSuccess: on,
          contentType: on,
          jsonBody: on,
          schemaValidation: on,
          headersPresent: on,
        },
      ],
      variationTests,
    },
  }
}

/** Portman's own program, once: the collection depends on the document and not on the target. */
const makeCollection = (target: Target): unknown => {
  const { path: folder, remove } = temporaryFolder('portman')
  try {
    const file = (name: string): string => join(folder, name)
    writeFileSync(file('openapi.json'), JSON.stringify(concreteDocument(target)))
    writeFileSync(file('portman.json'), JSON.stringify(settings()))
    writeFileSync(file('sales.pdf'), uploadOf().text)
    const program = `${packageIn('@apideck/portman')}bin/portman`
    execFileSync(
      process.execPath,
      [
        program,
        '-l',
        file('openapi.json'),
        '-o',
        file('collection.json'),
        '-c',
        file('portman.json'),
        '-b',
        target.url,
      ],
      { cwd: folder, stdio: 'ignore' },
    )
    return JSON.parse(readFileSync(file('collection.json'), 'utf8')) as unknown
  } finally {
    remove()
  }
}

const complaintOf = ({ source, error }: Failure): Complaint => ({
  operation: source?.name ?? '*',
  kind: error.test ?? error.name ?? 'error',
  place: error.message,
})

export const inside = async (): Promise<Inside> => {
  const { default: newman } = (await import(pathToFileURL(`${packageIn('newman')}index.js`).href)) as {
    default: Newman
  }
  let collection: unknown
  return async (target) => {
    collection ??= makeCollection(target)
    const values = { bearerToken: target.token, document: target.document, ...target.orders }
    const envVar = Object.entries(values).map(([key, value]) => ({ key, value }))
    const failures = await new Promise<Failure[]>((resolve, reject) =>
      newman.run({ collection, envVar, reporters: [], timeoutRequest: 15_000 }, (error, summary) =>
        error ? reject(error) : resolve(summary.run.failures),
      ),
    )
    return failures.map(complaintOf)
  }
}

export const portman: Peer = {
  id: 'portman',
  title: 'Portman and Newman',
  how: 'contract tests of every operation and variations (no token, unknown id, fuzzed bodies), made of the document',
  missing: () => missingPackage('@apideck/portman') ?? missingPackage('newman'),
  version: () => `${versionOf('@apideck/portman')} and ${versionOf('newman')}`,
  start: async () => inWorker('portman'),
}
