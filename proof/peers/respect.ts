// Redocly Respect: an Arazzo workflow made of the scenario, judged against the document.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'
import { tokenOf } from './client.ts'
import { concreteDocument } from './concrete.ts'
import { operationsOf, readDocument, type Json } from './contract.ts'
import { gaveUp, type Complaint, type Peer, type Target } from './peer.ts'
import { missingPackage, packageIn, versionOf } from './places.ts'
import { scenario } from './scenario.ts'
import type { Step } from './step.ts'

type Check = { name: string; status: string; message?: string; severity?: string }
type RunStep = { type?: string; stepId: string; checks: Check[]; request?: unknown }
type Report = { files: Record<string, { executedWorkflows: { executedSteps: RunStep[] }[] }> }

const limitMs = 120_000

/** A warning is reported as well, and the workflow goes on after it. */
const severity = ['STATUS_CODE_CHECK', 'SCHEMA_CHECK', 'SUCCESS_CRITERIA_CHECK', 'CONTENT_TYPE_CHECK']
  .map((check) => `${check}=warn`)
  .join(',')

/** Which step kept a value. */
const keepers = (steps: readonly Step[]): Map<string, string> =>
  new Map(steps.flatMap(({ id, keep = {} }) => Object.keys(keep).map((name) => [name, id] as const)))

const workflowOf = (target: Target): Json => {
  const operations = operationsOf(readDocument())
  const wanted = scenario(target).filter(({ link, raw }) => link === undefined && raw === undefined)
  const keeper = keepers(wanted)
  const steps = wanted.filter(({ params = {} }) =>
    Object.values(params).every((value) => !String(value).startsWith('<') || keeper.has(String(value).slice(1, -1))),
  )
  const shown = (value: string | number | boolean): string | number | boolean => {
    const name = /^<([a-z]+)>$/.exec(String(value))?.[1]
    return name === undefined ? value : `$steps.${keeper.get(name)!}.outputs.${name}`
  }
  return {
    arazzo: '1.0.1',
    info: { title: 'The life of an order', version: '1.0.0' },
    sourceDescriptions: [{ name: 'service', type: 'openapi', url: 'openapi.yaml' }],
    workflows: [
      {
        workflowId: 'life',
        steps: steps.map((step) => {
          const { parameters } = operations.get(step.operation)!
          const place = (name: string) => parameters.find((one) => one.name === name)?.in ?? 'query'
          const token = tokenOf(step, target)
          return {
            stepId: step.id,
            operationId: step.operation,
            parameters: [
              ...Object.entries(step.params ?? {}).map(([name, value]) => ({
                name,
                in: place(name),
                value: shown(value),
              })),
              ...Object.entries(step.headers ?? {}).map(([name, value]) => ({ name, in: 'header', value })),
              ...(token === null ? [] : [{ name: 'Authorization', in: 'header', value: `Bearer ${token}` }]),
            ],
            ...(step.body !== undefined && { requestBody: { contentType: 'application/json', payload: step.body } }),
            successCriteria: [
              step.status === '2XX'
                ? { condition: '$statusCode >= 200 && $statusCode < 300' }
                : { condition: `$statusCode == ${step.status}` },
            ],
            ...(step.keep && {
              outputs: Object.fromEntries(
                Object.entries(step.keep).map(([name, field]) => [
                  name,
                  `$response.body#/${field.replaceAll('.', '/')}`,
                ]),
              ),
            }),
          }
        }),
      },
    ],
  }
}

/** Of what is wrong with a schema, the sentences and not the lines of the body around them. */
const sentencesOf = (name: string, message: string): string[] =>
  name === 'schema check' ? [...message.matchAll(/^\W*([A-Z]{2,} .+)$/gm)].map(([, found]) => found!) : [message]

const complaintsOf = (report: Report, target: Target): Complaint[] => {
  const operations = new Map(scenario(target).map(({ id, operation }) => [id, operation]))
  const steps = Object.values(report.files).flatMap(({ executedWorkflows }) =>
    executedWorkflows.flatMap(({ executedSteps }) => executedSteps),
  )
  return steps.flatMap(({ stepId, checks = [] }) =>
    checks
      .filter(({ status }) => status !== 'success')
      .flatMap(({ name, message = '' }) =>
        sentencesOf(name, message).map((sentence) => ({
          operation: operations.get(stepId) ?? '*',
          kind: `${name} ${sentence}`,
          place: `step ${stepId}`,
        })),
      ),
  )
}

export const respect: Peer = {
  id: 'respect',
  title: 'Redocly Respect',
  how: 'an Arazzo workflow with those steps of the scripted client that it can send; status and schema of each answer are checked',
  missing: () => missingPackage('@redocly/cli'),
  version: () => versionOf('@redocly/cli'),
  async start() {
    const { path: at, remove } = temporaryFolder('respect')
    const program = `${packageIn('@redocly/cli')}bin/cli.js`
    let count = 0
    return {
      async examine(target) {
        writeFileSync(join(at, 'openapi.yaml'), JSON.stringify(concreteDocument(target)))
        writeFileSync(join(at, 'life.arazzo.yaml'), JSON.stringify(workflowOf(target)))
        const output = join(at, `result-${(count += 1)}.json`)
        const child = spawn(
          process.execPath,
          [program, 'respect', 'life.arazzo.yaml', '-J', output, '--no-secrets-masking', '--severity', severity],
          {
            cwd: at,
            stdio: 'ignore',
            timeout: limitMs,
            env: { ...process.env, NODE_OPTIONS: '', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
          },
        )
        await once(child, 'exit')
        try {
          return complaintsOf(JSON.parse(readFileSync(output, 'utf8')) as Report, target)
        } catch {
          return [gaveUp('no result')]
        }
      },
      stop: async () => remove(),
    }
  },
}
