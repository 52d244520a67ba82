// What a person reads when the simulator is ready: addresses, a credential, and a line to paste.
import type { Simulator } from './simulator.ts'

export const banner = (simulator: Simulator, defect: string | undefined): string => {
  const { main } = simulator.profile().credentials
  const readings = Object.keys(simulator.readings).length
  const insecure = simulator.certificate ? ' --insecure' : ''
  const lines = [
    'assay simulator: a made-up company, for tests only',
    '',
    `  sandbox     ${simulator.sandboxUrl}`,
    `  production  ${simulator.productionUrl}`,
    `  control     ${simulator.controlUrl}  (the company's side, the clock, faults)`,
    ...(readings > 0 ? [`  readings    ${readings} other than the default ones`] : []),
    ...(defect ? [`  defect      ${defect} is in force`] : []),
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
      `  TOKEN=$(curl -s${insecure} ${form} ${simulator.sandboxUrl}/oauth/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
      `  curl -s${insecure} -H "Authorization: Bearer $TOKEN" ${simulator.sandboxUrl}/order-types`,
    )
  }
  return `${lines.join('\n')}\n\n`
}
