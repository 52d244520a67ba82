// CATS: all its fuzzers, on the document with examples; it takes part where its program and a Java for it are given.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'
import { catsDocument, catsHeaders, catsValues } from './cats-input.ts'
import { gaveUp, type Complaint, type Peer, type Target } from './peer.ts'

/** What Quarkus builds of CATS: `quarkus-run.jar`, beside its libraries. */
const jar = (): string => process.env['ASSAY_CATS_JAR'] ?? ''

const java = (): string => {
  const home = process.env['JAVA_HOME']
  return home ? join(home, 'bin', 'java') : 'java'
}

const limitMs = 3_600_000

type Test = { path: string; httpMethod: string; fuzzer: string; result: string; resultReason?: string | null }

/** Its errors and its warnings; what is odd about an answer is in the reason, and the details quote chance. */
export const catsComplaints = ({ testCases }: { testCases: readonly Test[] }): Complaint[] =>
  testCases
    .filter(({ result }) => result === 'error' || result === 'warn')
    .map(({ path, httpMethod, fuzzer, result, resultReason }) => ({
      operation: `${httpMethod} ${path}`,
      kind: `${fuzzer} ${result}`,
      place: resultReason ?? '',
    }))

const argumentsFor = ({ url, token, seed }: Target): string[] => [
  '-jar',
  jar(),
  '--contract',
  'openapi.json',
  '--server',
  url,
  '-H',
  `Authorization=Bearer ${token}`,
  '--headers',
  'headers.yaml',
  '--refData',
  'values.yaml',
  '--useSchemaExamples=false',
  '--seed',
  String(seed),
  '--reportFormat',
  'JUNIT',
  '--output',
  'report',
  '--no-checkUpdate',
  '--no-color',
]

export const cats: Peer = {
  id: 'cats',
  title: 'CATS',
  how: 'all fuzzers with their defaults, on the document, with ids and values of this target',
  missing: () => {
    if (!existsSync(jar()))
      return 'CATS is not given; build it, and name its quarkus-run.jar in ASSAY_CATS_JAR, and in JAVA_HOME a Java that runs it.'
    return spawnSync(java(), ['-version']).status === 0
      ? null
      : `CATS needs a Java, and ${java()} does not start; name one in JAVA_HOME.`
  },
  version: () =>
    spawnSync(java(), ['-jar', jar(), '--version'], { encoding: 'utf8' }).stdout?.match(/\d+\.\d+\.\d+/)?.[0] ??
    'unknown',
  async start() {
    return {
      async examine(target) {
        const { path: at, remove } = temporaryFolder('cats')
        try {
          writeFileSync(join(at, 'openapi.json'), JSON.stringify(catsDocument(target)))
          writeFileSync(join(at, 'values.yaml'), JSON.stringify(catsValues(target)))
          writeFileSync(join(at, 'headers.yaml'), JSON.stringify(catsHeaders))
          const child = spawn(java(), argumentsFor(target), { cwd: at, stdio: 'ignore', timeout: limitMs })
          await once(child, 'exit')
          return catsComplaints(JSON.parse(readFileSync(join(at, 'report', 'cats-summary-report.json'), 'utf8')))
        } catch {
          return [gaveUp('no result')]
        } finally {
          remove()
        }
      },
      stop: async () => undefined,
    }
  },
}
