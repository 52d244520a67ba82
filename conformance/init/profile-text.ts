// The text of a new target profile: what is known of the target, and in comments what else there is to give.
import type { Profile } from '../sut/profile.ts'
import { roles } from '../evidence/roles.ts'

/** A text of YAML that reads as itself, whatever is in it. */
const quoted = (text: string): string => JSON.stringify(text)

const variableOf = (role: string): string => `ASSAY_${role.toUpperCase()}_SECRET`

/** As it stands behind a `#`: taken away, the key is in force. */
const roleLines = (environment: string): string[] =>
  Object.entries(roles).flatMap(([role, words]) => {
    if (role === 'main') return []
    const own = role === 'production' ? role : environment
    return [
      `  # ${words[0]!.toUpperCase()}${words.slice(1)}.`,
      `  # ${role}: { client_id: cli_…, client_secret: "\${${variableOf(role)}}", environment: ${own} }`,
    ]
  })

const addressLines = ({ sandbox_base_url, production_base_url }: Profile): string[] => [
  sandbox_base_url === undefined
    ? '# sandbox_base_url: https://sandbox.example.com/v1'
    : `sandbox_base_url: ${quoted(sandbox_base_url)}`,
  production_base_url === undefined
    ? '# production_base_url: https://api.example.com/v1'
    : `production_base_url: ${quoted(production_base_url)}`,
]

/** The secret is never written: the profile names the variable that holds it. */
export const profileText = (profile: Profile): string => {
  const { client_id, environment } = profile.credentials.main
  return [
    '# A target profile of assay: `assay conform THIS-FILE` tests the server that it names.',
    '# ${NAME} stands for an environment variable. A key that is commented out is optional: without it the rules that need it are not tested.',
    '',
    ...addressLines(profile),
    '',
    'credentials:',
    '  main:',
    `    client_id: ${quoted(client_id)}`,
    '    client_secret: "${ASSAY_CLIENT_SECRET}"',
    `    environment: ${environment}`,
    ...roleLines(environment),
    '',
    '# Postal codes that the service can resolve to a place, and some that it cannot.',
    '# postal_codes: { resolvable: ["78701"], unresolvable: ["00000"] }',
    '',
    '# An expired token and a revoked one: with them expiry and revocation are tested without waiting an hour.',
    '# tokens: { expired: "${ASSAY_EXPIRED_TOKEN}", revoked: "${ASSAY_REVOKED_TOKEN}" }',
    '',
    '# How the target reaches the webhook receiver of assay; without it a target elsewhere is tested without deliveries.',
    '# webhook: { listen: "0.0.0.0:8443", public_url: "https://assay.example.com" }',
    '',
  ].join('\n')
}
