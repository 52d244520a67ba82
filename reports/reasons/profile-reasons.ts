// Why a rule is not tested that needs more than the target profile gives, or something else than it gives.
import { entry } from './entry.ts'

const add = (key: string): string => `Add \`${key}\` to the target profile.`

const smallest = `${add('control_url')} Only a simulator or a test environment has one; the smallest is a clock (docs/control-port.md).`

const addCredential = (...roles: string[]): string =>
  `Add ${roles.map((role) => `\`credentials.${role}\``).join(' or ')} (\`client_id\`, \`client_secret\`) to the target profile.`

const another = ({ role }: { role: string }): string =>
  `Name another credential as \`credentials.${role}\`; the reason says what it must be.`

/** `todo` is a whole sentence, or nothing where `fact` says it. */
type Trouble = { code: string; fact: string; todo: string }

const receiver =
  'Set `webhook.public_url` and `webhook.listen` in the target profile to an address that the target reaches; the preflight says more.'

const troubleWords = ({ code, fact }: Trouble): string => `${code}: ${fact}`
const troubleRemedy = ({ todo }: Trouble): string => todo || receiver

export const profileReasons = {
  'no-credential': entry<{ role: string; what: string }>(
    'unavailable',
    ({ role, what }) => `the profile names no credential ${role} (${what})`,
    ({ role }) => addCredential(role),
  ),
  'no-second-client': entry(
    'unavailable',
    'the profile names neither other_lender nor main_second, a second client',
    addCredential('other_lender', 'main_second'),
  ),
  'no-spare-rate': entry(
    'unavailable',
    'the profile names neither other_lender nor main_second, whose rate may be spent, and no control port',
    `${addCredential('other_lender', 'main_second')} Or run with \`--patient 10m\`.`,
  ),
  'no-control-url': entry('unavailable', 'the profile names no control_url', smallest),
  'needs-time': entry<{ what: string; time: string }>(
    'unavailable',
    ({ what, time }) => `${what} takes ${time} of waiting, and the profile names no control_url`,
    `Run with \`--patient\` and at least that time, in minutes (\`m\`): it waits beside the other checks. ${smallest}`,
  ),
  'control-lacks': entry<{ operations: string[] }>(
    'unavailable',
    ({ operations }) => `the control port does not offer ${operations.join(', ')}`,
    ({ operations }) =>
      `Offer ${operations.map((one) => `\`${one}\``).join(', ')} of \`fixtures/control.yaml\` on the control port; without it these rules stay untested. docs/control-port.md shows what each operation is for.`,
  ),
  'no-order-at-another-company': entry<{ roles: string[] }>(
    'unavailable',
    ({ roles }) => `no order of ${roles.join(' or ') || 'another company'} reached an appraiser in the sandbox`,
    'Name a sandbox credential that may order as `credentials.other_company`.',
  ),
  'control-unreachable': entry<{ url: string }>(
    'blocked',
    ({ url }) => `control_url ${url} does not answer`,
    'Correct `control_url` in the target profile, or remove it.',
  ),
  'no-base-url': entry<{ environment: string }>(
    'unavailable',
    ({ environment }) => `the profile names no ${environment}_base_url`,
    ({ environment }) => add(`${environment}_base_url`),
  ),
  'no-token-in-profile': entry<{ key: string }>(
    'unavailable',
    ({ key }) => `the profile gives no tokens.${key}`,
    ({ key }) => add(`tokens.${key}`),
  ),
  'token-unknown-to-target': entry<{ key: string }>(
    'unavailable',
    ({ key }) =>
      `the target answers tokens.${key} of the profile like a token that was never issued, and perhaps it was not`,
    ({ key }) => `Set \`tokens.${key}\` in the target profile to a token that this target issued and that has expired.`,
  ),
  'no-unresolvable-postal-code': entry(
    'unavailable',
    'the profile names no postal code that cannot be resolved',
    'Add one to `postal_codes.unresolvable` in the target profile.',
  ),
  'no-resolvable-postal-code': entry(
    'unavailable',
    'the profile names no resolvable postal code whose place assay knows',
    'Add one to `postal_codes.resolvable` in the target profile.',
  ),
  'no-territory-postal-code': entry(
    'unavailable',
    'no order of the run was for a property in a territory',
    'Add a postal code of a territory that the service resolves, such as 00901 in Puerto Rico, to `postal_codes.resolvable` in the target profile.',
  ),
  'orders-not-allowed': entry(
    'unavailable',
    'the main credential is for production, where orders need --allow-orders',
    'Name a sandbox credential as `credentials.main`, or run with `--allow-orders`: the company bills orders in production.',
  ),
  'not-sandbox': entry(
    'unavailable',
    'the main credential is not for the sandbox',
    'Name a sandbox credential as `credentials.main`, with `sandbox_base_url`.',
  ),
  'account-not-billable': entry(
    'blocked',
    'the account of credentials.main pays per order by card and may place no order (403 account_not_billable)',
    'Name a credential as `credentials.main` whose account the company invoices.',
  ),
  'credential-unusable': entry<{ role: string; code: string }>(
    'blocked',
    ({ role, code }) => `credentials.${role} cannot be used: ${code}`,
    ({ role }) => `Correct \`credentials.${role}\` in the target profile; the preflight says more.`,
  ),
  'credential-not-revoked': entry(
    'blocked',
    'credentials.revoked is not revoked',
    'Revoke `credentials.revoked`, or name one that is revoked.',
  ),
  'credential-of-other-account': entry<{ role: string; account: string }>(
    'blocked',
    ({ role, account }) => `credentials.${role} belongs to ${account}, not to an account of that role`,
    another,
  ),
  'credentials-of-one-account': entry<{ role: string }>(
    'blocked',
    ({ role }) => `the credentials main and ${role} are of the same lender account`,
    another,
  ),
  'credentials-of-two-accounts': entry<{ role: string }>(
    'blocked',
    ({ role }) => `the credentials main and ${role} are not of the same lender account`,
    another,
  ),
  'credentials-of-two-environments': entry<{ role: string }>(
    'blocked',
    ({ role }) => `the credentials main and ${role} are for different environments`,
    another,
  ),
  'webhook-not-offered': entry<Trouble>('unavailable', troubleWords, troubleRemedy),
  'webhook-not-reached': entry<Trouble>('blocked', troubleWords, troubleRemedy),
  'receiver-not-trusted': entry(
    'unavailable',
    'the target ended its TLS connection to the receiver of assay before any request, as a target does that verifies certificates',
    'Set `webhook.tls` and `webhook.public_url` in the target profile to a certificate that the target trusts and its address.',
  ),
  'receiver-address-refused': entry<{ answer: string }>(
    'unavailable',
    ({ answer }) => `the target takes a webhook at a public address, and refuses the private one of assay (${answer})`,
    'Set `webhook.public_url` in the target profile to a public address that leads to the receiver of assay.',
  ),
  'webhook-has-address': entry<{ role: string }>(
    'unavailable',
    ({ role }) => `the webhook of credentials.${role} has an address already`,
    ({ role }) => `Name a credential as \`credentials.${role}\` whose account never had a webhook.`,
  ),
  'no-webhook-in-production': entry(
    'unavailable',
    'no webhook is configured in production, and assay sets none there',
    'Configure a webhook for `credentials.production`.',
  ),
  'webhook-of-production-in-use': entry(
    'unavailable',
    'a webhook of yours is configured in production, and assay leaves it as it is',
    'To judge it, give a production credential whose account has no webhook yet.',
  ),
  'through-a-proxy': entry<{ proxy: string }>(
    'unavailable',
    ({ proxy }) => `the target is called through the proxy ${proxy}, which the handshakes of this check cannot take`,
    'Run where the target is reached directly, or name its host in NO_PROXY.',
  ),
  'plain-http': entry('unavailable', 'the base address is plain HTTP', 'Test an https address.'),
  'no-old-tls-here': entry<{ why: string }>(
    'unavailable',
    ({ why }) => `the TLS library of this machine offers nothing older than TLS 1.2 (${why})`,
    'Run assay on a machine whose TLS library still offers TLS 1.1.',
  ),
} as const
