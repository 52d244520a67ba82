// Schemathesis: all checks and all phases, stateful sequences included, with fixed choices.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'
import { exampleDocument } from './example-document.ts'
import { gaveUp, type Complaint, type Peer, type Target } from './peer.ts'
import { folder } from './places.ts'

const program = `${folder}.venv/bin/schemathesis`
const limitMs = 180_000
const maxExamples = 2

type Failure = { type: string; code?: string; operation: string; title: string; message: string }
type Event = {
  ScenarioFinished?: { recorder?: { checks?: Record<string, { failure_info?: { failure: Failure } | null }[]> } }
}

/** What it is about, and of a body or a query that should have been refused the part; not the hints, which quote chance. */
const placeOf = (message: string): string => {
  const lines = message.split('\n')
  return [...lines.slice(0, 2), ...lines.slice(2).filter((line) => line.startsWith('Invalid component'))].join(' ')
}

const complaintsOf = (text: string): Complaint[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{"ScenarioFinished"'))
    .flatMap((line) => Object.values((JSON.parse(line) as Event).ScenarioFinished?.recorder?.checks ?? {}))
    .flatMap((checks) =>
      checks.flatMap(({ failure_info: info }) =>
        info
          ? [
              {
                operation: info.failure.operation,
                kind: info.failure.type,
                place: placeOf(info.failure.message),
              },
            ]
          : [],
      ),
    )

const argumentsFor = ({ url, token, seed }: Target): string[] => [
  'run',
  'openapi.json',
  '--url',
  url,
  '--header',
  `Authorization: Bearer ${token}`,
  '--checks',
  'all',
  '--max-examples',
  String(maxExamples),
  '--seed',
  String(seed),
  '--generation-deterministic',
  '--no-shrink',
  '--continue-on-failure',
  '--suppress-health-check',
  'all',
  '--request-timeout',
  '15',
  '--report',
  'ndjson',
  '--report-ndjson-path',
  'report.ndjson',
  '--no-color',
]

export const schemathesis: Peer = {
  id: 'schemathesis',
  title: 'Schemathesis',
  how: `all checks and phases, --max-examples ${maxExamples}, deterministic`,
  missing: () =>
    existsSync(program)
      ? null
      : 'schemathesis is not installed; run python3 -m venv proof/peers/.venv && proof/peers/.venv/bin/pip install -r proof/peers/requirements.txt.',
  version: () => spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim().split(' ').at(-1)!,
  async start() {
    return {
      async examine(target) {
        const { path: at, remove } = temporaryFolder('schemathesis')
        try {
          writeFileSync(join(at, 'openapi.json'), JSON.stringify(exampleDocument(target)))
          const child = spawn(program, argumentsFor(target), {
            cwd: at,
            stdio: 'ignore',
            timeout: limitMs,
          })
          await once(child, 'exit')
          return complaintsOf(readFileSync(join(at, 'report.ndjson'), 'utf8'))
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
