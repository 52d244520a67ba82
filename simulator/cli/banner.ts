// What a person reads when the simulator is ready: addresses, a credential, and a line to paste.
import { leftLine } from '../behaviour/likeness/left-out.ts'
import { shownFault } from '../faults/shown-fault.ts'
import type { Likeness } from '../behaviour/likeness/read-likeness.ts'
import type { SimulatorPersona } from '../public/simulator-options.ts'
import type { StartedSimulator } from '../start/start-simulator.ts'

type BannerOptions = {
  defect: string | undefined
  like: Likeness | undefined
  /** The token of the control port, where it was made and nobody knows it yet. */
  madeToken?: string | undefined
  /** A file that holds the certificate. */
  certificateFile?: string | undefined
}

/** curl is to trust the certificate where it can be named, and to take any where it cannot. */
const trust = (simulator: StartedSimulator, file: string | undefined): string => {
  if (!simulator.certificate) return ''
  if (file === undefined) return ' --insecure'
  return ` --cacert ${/^[\w@%+=:,./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`}`
}

const personaLine = ({ name, lender_id, order_id }: SimulatorPersona): string =>
  `  persona     ${name} plays the company${lender_id || order_id ? ` for ${lender_id ?? order_id}` : ''}`

const faultLines = ({ faults }: StartedSimulator): string[] =>
  faults.list().map(({ id, fault }, n) => `  ${n === 0 ? 'faults    ' : '          '}  ${id} ${shownFault(fault)}`)

export const banner = (
  simulator: StartedSimulator,
  { defect, like, certificateFile, madeToken }: BannerOptions,
): string => {
  const { main } = simulator.profile().credentials
  const readings = Object.keys(simulator.readings).length
  const left = like ? leftLine(like) : null
  const trusting = trust(simulator, certificateFile)
  const lines = [
    'assay simulator: a made-up company, for tests only',
    '',
    `  sandbox     ${simulator.sandboxUrl}`,
    `  production  ${simulator.productionUrl}`,
    `  control     ${simulator.controlUrl}  (the company's side, the clock, faults)`,
    `  console     ${simulator.controlUrl}/console${madeToken === undefined ? '' : `#token=${madeToken}`}  (the same in a browser)`,
    ...(madeToken === undefined ? [] : [`  token       ${madeToken}  (every call of the control port needs it)`]),
    ...(readings > 0 ? [`  readings    ${readings} other than the default ones`] : []),
    ...(left === null ? [] : [`  left out    ${left}`]),
    ...simulator.personas.list().map((persona) => personaLine(persona)),
    ...(defect ? [`  defect      ${defect} is in force`] : []),
    ...faultLines(simulator),
  ]
  if (main) {
    const form = `-d grant_type=client_credentials -d client_id=${main.client_id} -d client_secret=${main.client_secret}`
    lines.push(
      '',
      `  client id      ${main.client_id}`,
      `  client secret  ${main.client_secret}`,
      '',
      'A token, and the product catalog with it:',
      '',
      `  TOKEN=$(curl -s${trusting} ${form} ${simulator.sandboxUrl}/oauth/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
      `  curl -s${trusting} -H "Authorization: Bearer $TOKEN" ${simulator.sandboxUrl}/order-types`,
    )
  }
  return `${lines.join('\n')}\n\n`
}
