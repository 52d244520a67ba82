// For a run from code: a server that keeps the contract, as a process of its own from the first script on that is tried.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { StartReference } from '../causes/fewest-calls.ts'
import { startEmbedded } from '../cli/find-target.ts'
import { createControl } from '../sut/control.ts'
import { createWire } from '../sut/send.ts'

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const program = new URL(`../../assay${extension}`, import.meta.url)

type OwnReference = { start: StartReference | undefined; end(): Promise<void> }

/** Where assay was bundled into another program there is none. Each use finds the server as it was at its start. */
export const ownReference = (): OwnReference => {
  if (program.protocol !== 'file:' || !existsSync(program)) return { start: undefined, end: async () => {} }
  const args = [fileURLToPath(program), 'simulate']
  const launch = () => startEmbedded({ command: process.execPath, args }, [])
  const wire = createWire({ timeoutMs: 10_000, acceptAnyCertificate: true })
  let started: ReturnType<typeof launch> | undefined
  return {
    async start() {
      const { profile } = await (started ??= launch())
      await createControl({ url: profile.control_url!, token: profile.control_token }, wire).ask('POST', '/reset')
      return { profile, close: async () => {} }
    },
    async end() {
      const { launched } = (await started?.catch(() => null)) ?? {}
      await launched?.stop()
      await wire.close()
    },
  }
}
