// What a command that is run beside a simulator learns of it: addresses and credentials as environment variables.
import type { SimulatorProfile } from '../../public/simulator-options.ts'

type Files = {
  /** The target profile. */
  profile: string
  /** The certificate to trust; null where plain HTTP is served. */
  certificate: string | null
}

/** `main_second` as `ASSAY_MAIN_SECOND_CLIENT_ID`, `…_CLIENT_SECRET`, `…_LENDER_ID` and `…_LENDER_NAME`. */
const credentialsOf = ({ credentials }: SimulatorProfile): [string, string][] =>
  Object.entries(credentials).flatMap(([role, { client_id, client_secret, lender_id, lender_name }]) => {
    const name = `ASSAY_${role.toUpperCase()}`
    const variables: [string, string | undefined][] = [
      [`${name}_CLIENT_ID`, client_id],
      [`${name}_CLIENT_SECRET`, client_secret],
      [`${name}_LENDER_ID`, lender_id],
      [`${name}_LENDER_NAME`, lender_name],
    ]
    return variables.filter((variable): variable is [string, string] => variable[1] !== undefined)
  })

/** None of them is one that an assay command would take for an option of its own. */
export const variablesOf = (profile: SimulatorProfile, files: Files): Record<string, string> => ({
  ASSAY_SANDBOX_URL: profile.sandbox_base_url,
  ASSAY_PRODUCTION_URL: profile.production_base_url,
  ...(profile.control_url !== undefined && { ASSAY_CONTROL_URL: profile.control_url }),
  ...(profile.control_token !== undefined && { ASSAY_CONTROL_TOKEN: profile.control_token }),
  ASSAY_PROFILE: files.profile,
  ...(files.certificate !== null && { ASSAY_CA_CERT: files.certificate, NODE_EXTRA_CA_CERTS: files.certificate }),
  ...Object.fromEntries(credentialsOf(profile)),
})
