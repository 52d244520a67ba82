// A client is run through every scenario against a simulator of its own, as its library's documentation has it and then corrected,
// and judged by the audit.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { createSimulator, type Fault, type JournalEntry } from '../../in-process.ts'
import { correctedSource, type Entry } from '../entry.ts'
import { mostLateMs, watchLateness } from '../lateness.ts'
import { lab } from '../places.ts'
import { run } from '../shell.ts'
import type { Workshop } from '../toolchains.ts'
import { plainTraitsOf, traitsOf, type Traits } from '../traits.ts'
import { corrected, type Outcome } from '../outcome.ts'

export type Scenario = { operation?: string; faults: Fault[] }

export const scenarios = parse(readFileSync(`${lab}scenarios.yaml`, 'utf8')) as Record<string, Scenario>

export const draft = {
  order_type_code: '1004',
  due_date: '2099-01-15',
  rush: true,
  loan: { purpose: 'refinance', number: 'L-1' },
  property: {
    address: { street: '1 Main St', postal_code: '78701' },
    type: 'single_family',
    occupancy: 'primary_residence',
  },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'Ann',
      last_name: 'Example',
      contacts: [{ type: 'phone', role: 'cell', value: '+1 512 555 0100' }],
    },
  ],
}

type Run = {
  violated: string[]
  entries: JournalEntry[]
  /** Of timers, while it ran. */ lateMs: number
  /** Of the program; null where a signal ended it. */ code: number | null
}

/** Between the second that Guzzle waits and the two that the service asks for there is room for this, and not for more that comes on top of it. */
const mostLateForSeconds = 100

/** Rules about the length of waits, which an audit leaves open where timers come later than this, in milliseconds. */
const needsTimers: Record<string, number> = {
  'errors.client-jitters-its-retries': mostLateMs,
  'errors.client-backs-off-on-429': mostLateMs,
  'errors.client-backs-off-on-500': mostLateMs,
  'errors.client-backs-off-on-503': mostLateMs,
  'errors.client-waits-for-retry-after-on-429': mostLateForSeconds,
  'errors.client-waits-for-retry-after-on-503': mostLateForSeconds,
}

const runScenario = async (name: string, { faults }: Scenario, { folder, command }: Workshop): Promise<Run> => {
  const simulator = await createSimulator({ faults })
  const lateness = watchLateness()
  try {
    const { client_id, client_secret } = simulator.profile().credentials.main
    const { said, code } = await run(command[0]!, command.slice(1), {
      cwd: folder,
      seconds: 600,
      env: {
        ASSAY_SANDBOX_URL: simulator.sandboxUrl,
        ASSAY_CONTROL_URL: simulator.controlUrl,
        ASSAY_MAIN_CLIENT_ID: client_id,
        ASSAY_MAIN_CLIENT_SECRET: client_secret,
        LAB_DRAFT: JSON.stringify(draft),
      },
    })
    writeFileSync(join(folder, `${name}.log`), said)
    writeFileSync(join(folder, `${name}.har`), JSON.stringify(simulator.journal.toHar()))
    if (name === 'plain' && code !== 0) throw new Error(`Without a fault the client fails: ${said.slice(-2000)}`)
    const { violated } = await simulator.audit()
    return {
      violated: violated.map(({ rule }) => rule).toSorted(),
      entries: simulator.journal.entries(),
      lateMs: lateness.worstMs(),
      code,
    }
  } finally {
    lateness.stop()
    await simulator.close()
  }
}

/** Stated, not found, and not to be found on a machine that is this busy. */
const unmeasuredIn = ({ lateMs, violated }: Run, expected: Entry['expected'], name: string): string[] =>
  (expected[name] ?? []).filter((rule) => lateMs > (needsTimers[rule] ?? Infinity) && !violated.includes(rule))

/** A machine is busy at times: what could not be measured is run again, with no other scenario beside it. */
const mostRuns = 3

const measure = async (runs: Record<string, Run>, expected: Entry['expected'], workshop: Workshop): Promise<void> => {
  for (const name of Object.keys(runs))
    for (let more = mostRuns - 1; more > 0 && unmeasuredIn(runs[name]!, expected, name).length > 0; more--)
      runs[name] = await runScenario(name, scenarios[name]!, workshop)
}

const lanes = 3

const runAll = async (
  workshop: Workshop,
  expected: Entry['expected'],
  asked: Record<string, Scenario>,
): Promise<Record<string, Run>> => {
  const left = Object.entries(asked)[Symbol.iterator]()
  const runs: Record<string, Run> = {}
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = left.next(); !next.done; next = left.next()) {
        const [name, scenario] = next.value
        runs[name] = await runScenario(name, scenario, workshop)
      }
    }),
  )
  await measure(runs, expected, workshop)
  // The lanes end in any order.
  return Object.fromEntries(Object.keys(asked).map((name) => [name, runs[name]!]))
}

/** Beyond what the plain scenario has violated already. */
const newIn = (runs: Record<string, Run>, name: string): string[] =>
  runs[name]!.violated.filter((rule) => name === 'plain' || !runs['plain']!.violated.includes(rule))

/** A corrected program comes to its end: one that fails on the way violates little, too. */
const endOf = (code: number | null, how: string): string =>
  how === '' || code === 0 ? '' : `, ends with exit code ${code}`

const outcomes = (runs: Record<string, Run>, expected: Entry['expected'], how: string): Outcome[] =>
  Object.keys(runs).map((name) => {
    const unmeasured = unmeasuredIn(runs[name]!, expected, name)
    const stated = (expected[name] ?? []).filter((rule) => !unmeasured.includes(rule))
    return {
      scenario: `${how}${name}`,
      expected: stated.toSorted().join(' ') || 'nothing violated',
      seen: `${newIn(runs, name).join(' ') || 'nothing violated'}${endOf(runs[name]!.code, how)}`,
      ...(unmeasured.length > 0 && {
        unmeasured: `${unmeasured.join(' ')} (timers up to ${runs[name]!.lateMs} ms late)`,
      }),
    }
  })

/** Of the plain scenario alone: some of the traits. */
type ClientRun = { outcomes: Outcome[]; traits: Partial<Traits> }

export const runClient = async (
  entry: Entry,
  workshop: (source: string, folder: string) => Promise<Workshop>,
  isPlain = false,
): Promise<ClientRun> => {
  const asked = isPlain ? { plain: scenarios['plain']! } : scenarios
  const own = await runAll(await workshop(entry.source, entry.id), entry.expected, asked)
  const better =
    entry.corrections.length === 0
      ? null
      : await runAll(await workshop(correctedSource(entry), `${entry.id}-corrected`), entry.corrected, asked)
  const entries = Object.fromEntries(Object.entries(own).map(([name, one]) => [name, one.entries]))
  return {
    outcomes: [
      ...outcomes(own, entry.expected, ''),
      ...(better === null ? [] : outcomes(better, entry.corrected, corrected)),
    ],
    traits: isPlain ? plainTraitsOf(entries['plain']!) : traitsOf(entries, scenarios),
  }
}
