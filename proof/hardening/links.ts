// Targets whose download links lead where the suite is not to go, hold commands for a shell, or give archives without a bottom.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { zip } from '../../conformance/steps/zip.ts'
import { runAgainst } from '../../tests/hostile-run.ts'
import type { Busy } from '../../tests/meanwhile/busy-target.ts'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import type { Lab } from './lab.ts'
import { bound, judged } from './targets.ts'

const areas = ['--area', 'downloads', '--area', 'documents', '--timeout', '5', '--no-rerun']

type Linked = { download: { url: string } }

const hasLink = (body: unknown): body is Linked =>
  typeof (body as Partial<Linked> | null | undefined)?.download?.url === 'string'

/** Every link of the target with another address. */
const relinked =
  (change: (url: URL) => string): Busy['after'] =>
  (_call, { body }) =>
    hasLink(body) ? { ...body, download: { ...body.download, url: change(new URL(body.download.url)) } } : undefined

const metadata = ['169.254.169.254', '[::ffff:169.254.169.254]', '100.100.100.200', '[fd00:ec2::254]', '0xa9fea9fe']

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

/** Runs each script with a program in the place of curl that does nothing. */
const runScripts = (lab: Lab, scripts: readonly string[]): void => {
  const programs = join(lab.folder, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'curl'), '#!/bin/sh\nexit 0\n')
  chmodSync(join(programs, 'curl'), 0o755)
  for (const script of scripts) spawnSync('sh', ['-c', script], { env: { PATH: `${programs}:${process.env['PATH']}` } })
}

/** Members that are all the same compressed one: 4 GB in 64 KB. */
const bomb = (): Buffer => {
  const count = 64
  const archive = zip([
    { name: 'a', bytes: deflateRawSync(Buffer.alloc(64 * 1024 * 1024)) },
    ...Array.from({ length: count - 1 }, () => ({ name: 'a', bytes: Buffer.alloc(0) })),
  ])
  const first = archive.readUInt32LE(archive.length - 6)
  const size = archive.readUInt32LE(first + 20)
  for (let n = 0, at = first; n < count; n += 1, at += 47) {
    archive.writeUInt16LE(8, at + 10)
    archive.writeUInt32LE(size, at + 20)
    archive.writeUInt32LE(0, at + 42)
  }
  return archive
}

export const links: Attack[] = [
  {
    id: 'M6',
    sent: 'download links to the addresses where clouds keep credentials, in five writings',
    first: 'followed, and what comes stands in the reports',
    bound: 'none is dialled, the rules are blocked',
    make: async (lab) => {
      let given = 0
      const after = relinked((url) => {
        url.host = `${metadata[given++ % metadata.length]}:80`
        return url.href
      })
      const run = await runAgainst(lab, { after }, areas)
      const { said } = judged(run)
      const exchanges = (run.files.get('run.ndjson') ?? '').split('\n').filter((line) => line.includes('"exchange"'))
      const dialled = exchanges.filter((line) =>
        /^http:\/\/(?!127\.0\.0\.1)/.test((JSON.parse(line) as { request?: { url: string } }).request?.url ?? ''),
      )
      const isBlocked = (run.files.get('report.json') ?? '').includes('link-leads-inside')
      return outcome(
        `${given} given, ${dialled.length} dialled; ${said}`,
        given > 0 && dialled.length === 0 && isBlocked,
      )
    },
  },
  {
    id: 'Scripts',
    sent: 'download links with `$(…)` in their path, then every curl script of the reports is run',
    first: 'the target runs what it likes',
    bound: 'nothing of it is run',
    make: async (lab) => {
      const ran = join(lab.folder, 'ran')
      const after = relinked((url) => `${url.origin}/$(touch$IFS${ran})/v1${url.pathname}${url.search}`)
      const run = await runAgainst(lab, { after }, areas)
      const report: unknown = JSON.parse(run.files.get('report.json') ?? '{}')
      const scripts = textsIn(report).filter((text) => text.startsWith('#!/bin/sh'))
      const hostile = scripts.filter((text) => text.includes(ran))
      runScripts(lab, scripts)
      const isRun = existsSync(ran)
      const said = `${hostile.length} of ${scripts.length} scripts hold it, ${isRun ? 'it is run' : 'none runs it'}`
      return outcome(said, hostile.length > 0 && !isRun)
    },
  },
  {
    id: 'Archives',
    sent: 'report packages of 64 KB that unpack to 4 GB',
    first: 'unpacked as far as memory goes',
    bound,
    make: async (lab) => {
      const archive = bomb()
      const answer: Busy['answer'] = ({ name }, { status }, response) => {
        if (!name.startsWith('GET /download/') || status !== 200) return false
        response.writeHead(200, { 'content-type': 'application/zip' }).end(archive)
        return true
      }
      const { held, said } = judged(await runAgainst(lab, { answer }, areas))
      return outcome(said, held)
    },
  },
]
