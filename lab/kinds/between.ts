// A program between the suite and the simulator: a proxy, or a server's way to write JSON. The suite judges what comes through.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { createSimulator } from '../../in-process.ts'
import type { Entry, Variant } from '../entry.ts'
import type { Outcome } from '../outcome.ts'
import { assay, freePort, withProgram, type Judged } from '../program.ts'
import type { Workshop } from '../toolchains.ts'

/** What a proxy may change: uploads, downloads, refusals, addresses, TLS; and answers of each shape. */
const areasOf: Partial<Record<Entry['kind'], readonly string[]>> = {
  proxy: ['account', 'documents', 'downloads', 'errors', 'transport'],
  server: ['account', 'catalog', 'list', 'messages', 'order'],
}

const inWords = ({ exitCode, violated, causes, kinds, blocked, reason }: Judged, byKind: boolean): string =>
  [
    `exit code ${exitCode}`,
    ...(reason === null ? [] : [reason]),
    ...causes.map((cause) => `cause ${cause}`),
    ...(byKind
      ? [kinds.length === 0 ? 'nothing violated' : `${kinds.join(' and ')} alone`, `${blocked} rules kept from judging`]
      : [violated.join(' ') || 'nothing violated']),
  ].join(', ')

const stated = (entry: Entry, name: string, variant: Variant): Judged => {
  const { exit_code, causes = [], kinds = [], reason = null } = variant
  const violated = (entry.expected[name] ?? []).toSorted()
  const exitCode = exit_code ?? (violated.length + kinds.length > 0 ? 1 : 0)
  return { exitCode, violated, causes, kinds: kinds.toSorted(), blocked: 0, reason }
}

const certificateIn = async (folder: string): Promise<{ cert: string; key: string }> => {
  const names = { name: 'subjectAltName', altNames: [{ type: 7 as const, ip: '127.0.0.1' }] }
  const made = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [names],
  } as Parameters<typeof generate>[1])
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  writeFileSync(files.cert, made.cert)
  writeFileSync(files.key, made.private)
  writeFileSync(join(folder, 'both.pem'), `${made.cert}\n${made.private}`)
  return files
}

const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)

const judgeVariant = async (
  { start, kind }: Entry,
  name: string,
  { config, tls = false }: Variant,
  { folder, command, versions }: Workshop,
): Promise<Judged> => {
  const port = await freePort()
  const origin = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
  const simulator = await createSimulator({ publicOrigin: origin })
  try {
    const profile = simulator.profile()
    const through = (url: string): string => `${origin}${new URL(url).pathname}`
    const target = {
      ...profile,
      production_base_url: through(profile.production_base_url),
      sandbox_base_url: through(profile.sandbox_base_url),
    }
    writeFileSync(join(folder, 'target.json'), JSON.stringify(target))
    const backend = new URL(simulator.sandboxUrl).port
    const file = join(folder, `${name}.conf`)
    const values = { port: String(port), backend, folder, config: file, ...(await certificateIn(folder)) }
    if (config !== undefined) writeFileSync(file, filled(config, values))
    const started = start === null ? command : ['sh', '-c', `exec ${filled(start, values)}`]
    const env = { LAB_BACKEND_PORT: backend, LAB_VARIANT: name, LAB_CERT: values.cert, LAB_KEY: values.key }
    const asked = (areasOf[kind] ?? []).flatMap((area) => ['--area', area])
    return await withProgram({ folder, command: started, versions }, port, env, () =>
      assay(['conform', '--target', 'target.json', ...asked], folder, `${name}-reports`),
    )
  } finally {
    await simulator.close()
  }
}

export const runBetween = async (entry: Entry, workshop: Workshop): Promise<Outcome[]> => {
  const variants = Object.keys(entry.variants).length === 0 ? { judged: {} } : entry.variants
  const outcomes: Outcome[] = []
  for (const [name, variant] of Object.entries(variants)) {
    const judged = await judgeVariant(entry, name, variant, workshop)
    const byKind = entry.kind === 'server'
    // Causes are compared where the entry states them.
    const seen = inWords({ ...judged, causes: variant.causes === undefined ? [] : judged.causes }, byKind)
    outcomes.push({ scenario: name, expected: inWords(stated(entry, name, variant), byKind), seen })
  }
  return outcomes
}
