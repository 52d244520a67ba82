// The script of a defect's cause: a run that finds the defect, and the script run against a simulator with the defect and one without.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { readBaseline } from '../proof/matrix/baseline.ts'
import { chooseChecks } from '../proof/matrix/choose-checks.ts'
import { knownReproducer } from '../proof/matrix/known-reproducer.ts'
import { watchRun } from '../proof/matrix/watched-run.ts'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { measuredCosts } from '../conformance/run/costs.ts'
import type { RunEvent } from '../reports/run-record.ts'
import { absorb, emptyRun, type Run } from '../reports/summary.ts'
import { defects } from '../proof/defects/index.ts'
import { createSimulator } from '../in-process.ts'
import { ended } from './wait-for.ts'

type DefectRun = { run: Run; rule: string }

/** The checks that can show it, until one does; with reruns, or without. */
export const runWithDefect = async (id: string, isRerun = true): Promise<DefectRun | null> => {
  const { breaks: rule } = defects.find((one) => one.id === id)!
  const { killed, reproducers } = readBaseline()
  for (const { checks } of chooseChecks(await loadChecks(), measuredCosts(), rule, killed[id]).groups) {
    const run = emptyRun()
    const simulator = await createSimulator({ journal: false, defect: id })
    await watchRun({
      started: { profile: simulator.profile(), stop: () => simulator.close() },
      checks,
      seed: 1,
      shorten: rule,
      vouched: true,
      reference: async () => {
        const sound = await createSimulator({ journal: false })
        return { profile: sound.profile(), close: () => sound.close() }
      },
      focus: { rule, reproducer: knownReproducer(reproducers[id]) },
      watch: (event) => absorb(run, { at: '', ...event } as RunEvent),
      ...(!isRerun && { enough: ({ found }) => found.some((one) => one.rule === rule) }),
    })
    await simulator.close()
    if (run.findings.some((one) => one.rule === rule)) return { run, rule }
  }
  return null
}

type ScriptEnd = { code: number | null; last: string; output: string }

/** Runs a script against a new simulator. */
export const runScript = async (
  script: string,
  defect?: string,
  other: Record<string, string> = {},
): Promise<ScriptEnd> => {
  const simulator = await createSimulator({ journal: false, ...(defect !== undefined && { defect }) })
  const { sandbox_base_url, production_base_url, control_url, credentials } = simulator.profile() as {
    sandbox_base_url: string
    production_base_url: string
    control_url: string
    credentials: Record<string, { client_id: string; client_secret: string }>
  }
  const named = Object.entries(credentials).flatMap(([role, { client_id, client_secret }]) => {
    const prefix = role === 'main' ? 'ASSAY' : `ASSAY_${role.toUpperCase()}`
    return [
      [`${prefix}_CLIENT_ID`, client_id],
      [`${prefix}_CLIENT_SECRET`, client_secret],
    ]
  })
  const env = {
    PATH: process.env['PATH'],
    ASSAY_BASE_URL: sandbox_base_url,
    ASSAY_PRODUCTION_BASE_URL: production_base_url,
    ASSAY_CONTROL_URL: control_url,
    ...(Object.fromEntries(named) as Record<string, string>),
    ...other,
  }
  const child = spawn('sh', ['-c', `exec 2>&1\n${script}`], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const [output, [code]] = await Promise.all([text(child.stdout), ended(child)])
  await simulator.close()
  return { code: code as number | null, last: output.trimEnd().split('\n').at(-1) ?? '', output }
}
