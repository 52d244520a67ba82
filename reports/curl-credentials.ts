// How a request of a script shows who it is: with the scheme that was sent, and variables of the environment in the place of secrets.
import { maskMark } from './path-of.ts'
import type { RecordedExchange } from './run-record.ts'

/** What would act on the terminal of a person who looks at the script, or show it in another order than it runs. */
const unseen = /(?![\n\t])\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/gu

const written = (character: string): string =>
  `'"$(printf '${[...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}')"'`

export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`).replace(unseen, written)}'`

/** A role, or what an audit names a client by, as a part of a variable's name. */
const upper = (role: string): string => role.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')

/** As `assay conform` names them, and for other roles than main `assay exec`, too. */
const prefix = (role: string | null): string => (role === null || role === 'main' ? 'ASSAY' : `ASSAY_${upper(role)}`)

export const tokenName = (role: string): string => `TOKEN_${upper(role)}`
const idName = (role: string | null): string => `${prefix(role)}_CLIENT_ID`
const secretName = (role: string | null): string => `${prefix(role)}_CLIENT_SECRET`

/** What nobody but the person who runs the script knows. */
export const maskedToken = 'ASSAY_TOKEN'
export const maskedValue = 'ASSAY_MASKED'

/** A quoted text in which what is masked is a variable. */
export const withMasked = (quotedText: string, name: string): string => quotedText.replaceAll(maskMark, `'"$${name}"'`)

/** Whose credential a token request shows: it is sent by nobody, as it has no token yet. */
const ownerOf = ({ role, operation, source }: RecordedExchange): string | null =>
  role ?? (operation === 'requestToken' && /\brevoked-(?:client|grant)\b/.test(source) ? 'revoked' : null)

/** All of a token request is as it must be, so that a refusal was owed to the secret, which is masked. */
const isRightButForTheSecret = ({ operation, role, request, source }: RecordedExchange): boolean =>
  operation === 'requestToken' &&
  role === null &&
  !/\brevoked-(?:client|grant)\b/.test(source) &&
  request.body?.text === 'grant_type=client_credentials' &&
  request.headers.some(
    ([name, value]) => /^content-type$/i.test(name) && /^application\/x-www-form-urlencoded/i.test(value),
  )

/** The arguments of curl for the `Authorization` header as it was sent; none where none was. `isAccepted`: it had to be refused, and was not. */
export const authorizationParts = (exchange: RecordedExchange, isAccepted = false): string[] => {
  const { request } = exchange
  const role = ownerOf(exchange)
  const value = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  if (value === undefined) return []
  if (/^basic\b/i.test(value) && value.includes(maskMark)) {
    const other = isAccepted && isRightButForTheSecret(exchange) ? '-of-another' : ''
    return [`-u "$${idName(role)}:$${secretName(role)}${other}"`]
  }
  if (role === null || !value.includes(maskMark))
    return [`-H ${withMasked(quote(`Authorization: ${value}`), maskedToken)}`]
  const scheme = value.slice(0, value.indexOf(maskMark))
  return [`-H "Authorization: ${scheme.replaceAll(/["$`\\]/g, '\\$&')}$${tokenName(role)}"`]
}

const maskedSecret = /"client_secret"\s*:\s*"•••"/

/** The body of a token request with its secret as a variable; null where it has none that is masked. */
export const secretBody = (exchange: RecordedExchange): string[] | null => {
  const { operation, request } = exchange
  const text = request.body?.text
  if (operation !== 'requestToken' || text === undefined || request.body?.cut) return null
  const variable = `"$${secretName(ownerOf(exchange))}"`
  if (text.includes(`client_secret=${maskMark}`))
    return text
      .split('&')
      .map((field) =>
        field === `client_secret=${maskMark}`
          ? `--data-urlencode client_secret=${variable}`
          : `--data-binary ${quote(field)}`,
      )
  const [before, after] = text.split(maskedSecret, 2)
  return after === undefined
    ? null
    : [`--data-binary ${quote(`${before}"client_secret":"`)}${variable}${quote(`"${after}`)}`]
}

const grantForm = (role: string | null): string =>
  `-d grant_type=client_credentials -d "client_id=$${idName(role)}" --data-urlencode "client_secret=$${secretName(role)}"`

/** The run had used the credential before it sent a token request of another kind: so does a script that sends its secret. */
export const usedBefore = (steps: string, base: string): string[] =>
  steps.includes(`$${secretName(null)}"`) ? [`curl -sk -o /dev/null ${grantForm(null)} ${base}/oauth/token`] : []

/** A token for a role, at an address; the script ends where none is granted. */
export const tokenLines = (role: string, base: string): string[] => {
  const name = tokenName(role)
  return [
    `${name}=$(curl -sk ${grantForm(role)} ${base}/oauth/token | sed -n 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/p')`,
    `[ -n "$${name}" ] || stop 2 "credential_refused: ${base.replaceAll('"', '')}/oauth/token was expected to grant a token for $${idName(role)}, but did not; check it and $${secretName(role)}."`,
  ]
}

/** What `assay exec` names otherwise, as its names must be no options of `assay conform`. */
const namesOfExec: Record<string, string> = {
  ASSAY_CLIENT_ID: 'ASSAY_MAIN_CLIENT_ID',
  ASSAY_CLIENT_SECRET: 'ASSAY_MAIN_CLIENT_SECRET',
  ASSAY_BASE_URL: 'ASSAY_SANDBOX_URL',
  ASSAY_SANDBOX_BASE_URL: '{ASSAY_BASE_URL:-$ASSAY_SANDBOX_URL}',
  ASSAY_PRODUCTION_BASE_URL: 'ASSAY_PRODUCTION_URL',
}

export const besideExec = (name: string): string[] => {
  const other = namesOfExec[name]
  return other === undefined ? [] : [`: "\${${name}:=$${other}}"`]
}
