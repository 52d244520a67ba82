// The target that the flags name, or the embedded simulator started as a process of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CodedError } from '../coded-error.ts'
import { launch, type Launched } from '../target/launch.ts'
import { profileFromFile, profileFromFlags } from '../target/profile-source.ts'
import type { Profile } from '../target/profile.ts'

/** How to start the simulator that is judged when no target is named, ready for further flags. */
export type Embedded = { command: string; args: readonly string[] }

export type TargetFlags = { target?: string; baseUrl?: string; clientId?: string; environment?: string }

export type Target = { profile: Profile; launched: Launched | null }

const startEmbedded = async ({ command, args }: Embedded, extra: string[]): Promise<Target> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'))
  const file = join(folder, 'target.yaml')
  try {
    const all = [...args, '--port', '0', '--control-port', '0', '--profile-out', file, ...extra]
    const launched = await launch({ command, args: all, deadlineMs: 20_000 })
    return { profile: profileFromFile(file, {}), launched }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @throws CodedError when the flags contradict each other, or the target cannot be read or started */
export const findTarget = async (flags: TargetFlags, embedded: Embedded, extra: string[]): Promise<Target> => {
  const named = flags.target ?? flags.baseUrl
  if (named !== undefined && extra.length > 0)
    throw new CodedError(
      'unused_options',
      `${extra.join(' ')} is for the embedded simulator, but ${named} is judged; leave it out.`,
    )
  if (flags.target !== undefined) return { profile: profileFromFile(flags.target, process.env), launched: null }
  if (flags.baseUrl !== undefined) {
    const { baseUrl, clientId, environment } = flags
    return { profile: profileFromFlags({ baseUrl, clientId, environment }, process.env), launched: null }
  }
  if (flags.clientId !== undefined)
    throw new CodedError('missing_base_url', '--client-id needs --base-url; give the address.')
  return startEmbedded(embedded, extra)
}
