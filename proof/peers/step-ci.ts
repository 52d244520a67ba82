// Step CI: a workflow made of the scenario, with the schema and the headers of each answer taken from the document.
import { pathToFileURL } from 'node:url'
import { tokenOf } from './client.ts'
import { operationsOf, readDocument, resolve, type Document, type Json } from './contract.ts'
import type { Complaint, Peer, Target } from './peer.ts'
import { missingPackage, packageIn, versionOf } from './places.ts'
import { scenario } from './scenario.ts'
import type { Step } from './step.ts'
import { inWorker, type Inside } from './worker.ts'

type Check = { passed: boolean; given?: unknown }
type StepResult = {
  id: string
  passed: boolean
  errored: boolean
  errorMessage?: string
  checks?: Record<string, Check | Record<string, Check>>
}
type Result = { result: { tests: { steps: StepResult[] }[] } }
type Runner = { runFromYAML(text: string): Promise<Result> }

const captured = (text: string): string => text.replace(/<([a-z]+)>/g, '${{captures.$1}}')

const integer = { match: '^[0-9]+$' }

/** What the document says of the answer that the step awaits. */
const checksOf = (source: Document, responses: Record<string, Json>, status: Step['status']): Json => {
  const range = `${String(status)[0]}XX`
  const response = responses[String(status)] ?? responses[range]
  const awaited = status === '2XX' ? [{ gte: 200 }, { lt: 300 }] : status
  if (!response) return { status: awaited }
  const { content, headers = {} } = resolve(source, response) as { content?: Record<string, Json>; headers?: Json }
  const schema = content?.['application/json']?.['schema']
  const shown = Object.entries(headers).map(([name, header]) => {
    const { schema: form } = resolve(source, header as Json) as { schema?: Json }
    return [name, [form?.['type'] === 'integer' ? integer : { isDefined: true }]]
  })
  return { status: awaited, headers: Object.fromEntries(shown) as Json, ...(schema !== undefined && { schema }) }
}

const workflowOf = (target: Target): string => {
  const source = readDocument()
  const operations = operationsOf(source)
  const steps = scenario(target).map((step) => {
    const { path, method, operation, parameters } = operations.get(step.operation)!
    const inPath = new Set(parameters.filter((one) => one.in === 'path').map(({ name }) => name))
    const given = Object.entries(step.params ?? {}).map(([name, value]) => [name, captured(String(value))] as const)
    const filled = given.reduce((url, [name, value]) => url.replace(`{${name}}`, value), path)
    const query = given.filter(([name]) => !inPath.has(name))
    const token = tokenOf(step, target)
    const headers = {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(step.raw && { 'Content-Type': step.raw.type }),
      ...step.headers,
    }
    const kept = Object.entries(step.keep ?? {}).map(([name, field]) => [
      name,
      { jsonpath: `$.${field.replace(/\.(\d+)/g, '[$1]')}` },
    ])
    return {
      id: step.id,
      name: step.id,
      http: {
        url: step.link === undefined ? target.url + filled : `\${{captures.${step.link}}}`,
        method: method.toUpperCase(),
        headers,
        timeout: 15_000,
        ...(query.length > 0 && { params: Object.fromEntries(query) as Json }),
        ...(step.body !== undefined && { json: step.body }),
        ...(step.raw && { body: step.raw.text }),
        ...(kept.length > 0 && { captures: Object.fromEntries(kept) as Json }),
        check: checksOf(source, operation.responses as Record<string, Json>, step.status),
      },
    }
  })
  return JSON.stringify({
    version: '1.1',
    name: 'Lender Appraisal Ordering Service',
    config: { continueOnFail: true },
    components: { schemas: source.components['schemas'] },
    tests: { life: { steps } },
  })
}

const complaintsOf = ({ id, errored, errorMessage, checks = {} }: StepResult, operation: string): Complaint[] => {
  const place = `step ${id}`
  const failed = Object.entries(checks).flatMap(([name, check]): Complaint[] => {
    if (typeof check.passed === 'boolean')
      return check.passed
        ? []
        : [{ operation, kind: name === 'status' ? `status ${String(check.given)}` : name, place }]
    return Object.entries(check as Record<string, Check>)
      .filter(([, { passed }]) => !passed)
      .map(([field]) => ({ operation, kind: `${name} ${field}`, place }))
  })
  return errored ? [...failed, { operation, kind: `error ${errorMessage ?? ''}`, place }] : failed
}

export const inside = async (): Promise<Inside> => {
  const entry = pathToFileURL(`${packageIn('@stepci/runner')}dist/index.js`).href
  const loaded = (await import(entry)) as { default: Runner }
  return async (target) => {
    const operations = new Map(scenario(target).map(({ id, operation }) => [id, operation]))
    const { result } = await loaded.default.runFromYAML(workflowOf(target))
    return result.tests.flatMap(({ steps }) => steps.flatMap((step) => complaintsOf(step, operations.get(step.id)!)))
  }
}

export const stepCi: Peer = {
  id: 'step-ci',
  title: 'Step CI',
  how: 'a workflow with the steps of the scripted client; status, headers and JSON schema of each answer are checked',
  missing: () => missingPackage('stepci'),
  version: () => versionOf('stepci'),
  start: async () => inWorker('step-ci'),
}
