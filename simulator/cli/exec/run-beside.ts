// Runs a command with the addresses and credentials of a simulator, and with the files that it may read, none of which is left behind.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../own-files/temporary-folder.ts'
import type { StartedSimulator } from '../../start/start-simulator.ts'
import { variablesOf } from './environment.ts'
import { runCommand, type Ended } from './run-command.ts'

const write = (file: string, text: string): void => {
  try {
    writeFileSync(file, text, { mode: 0o600 })
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code
    const message = `The file ${file} was expected to be written for the command, but cannot be (${why}); free space there, or set TMPDIR to another folder.`
    throw Object.assign(new Error(message), { code: 'no_temporary_folder', exitCode: 3 })
  }
}

/** @param onOutput gets what it prints; its own terminal does when left out */
export const runBeside = async (
  simulator: StartedSimulator,
  command: readonly string[],
  onOutput?: (chunk: string) => void,
): Promise<Ended> => {
  const folder = temporaryFolder('exec')
  try {
    const profile = simulator.profile()
    const { certificate } = simulator
    const files = {
      profile: join(folder.path, 'target.json'),
      certificate: certificate ? join(folder.path, 'ca.pem') : null,
    }
    write(files.profile, JSON.stringify(profile, null, 2))
    if (files.certificate !== null) write(files.certificate, certificate!)
    return await runCommand(command, { ...process.env, ...variablesOf(profile, files) }, { onOutput })
  } finally {
    folder.remove()
  }
}
