// What a command that is run beside a simulator learns of it: addresses and credentials as environment variables.
import type { SimulatorProfile } from '../simulator-options.ts'

type Files = {
  /** The target profile. */
  profile: string
  /** The certificate to trust; null where plain HTTP is served. */
  certificate: string | null
}

/** `main_second` as `ASSAY_MAIN_SECOND_CLIENT_ID` and `…_CLIENT_SECRET`. */
const credentialsOf = ({ credentials }: SimulatorProfile): [string, string][] =>
  Object.entries(credentials).flatMap(([role, { client_id, client_secret }]): [string, string][] => {
    const name = `ASSAY_${role.toUpperCase()}_CLIENT`
    return [
      [`${name}_ID`, client_id],
      [`${name}_SECRET`, client_secret],
    ]
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
