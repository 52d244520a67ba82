// The webhook secrets of a script, as words of the shell.
import { laterMark, oddMark, withOwnSecret } from './masked-secret.ts'

/** What a webhook secret or the like is in the script: long enough, and known to nobody. */
const ownSecret = '"$RUN-a-secret-of-this-script-alone"'

/** The one that replaces it. */
const laterSecret = '"$RUN-the-later-secret-of-this-script-alone"'

/** A long one, with spaces around it and signs that are written otherwise in other texts: within single quotes. */
const oddEnd = '-the-odd-secret-of-this-script-alone-which-is-longer-than-one-column-may-be'
const oddSecret = {
  plain: `' <"'"$RUN${oddEnd}"'\\n" & '\\''100%+1'\\''> '`,
  inJson: ` <\\"'"$RUN${oddEnd}"'\\\\n\\" & '\\''100%+1'\\''> `,
}

/** A quoted body in which each masked secret is one of the script. */
export const withSecrets = (quoted: string): string =>
  withOwnSecret(
    quoted
      .replace(`"${oddMark}"`, `"${oddSecret.inJson}"`)
      .replace(`"secret":"${laterMark}"`, `"secret":"'${laterSecret}'"`),
    `'${ownSecret}'`,
  )

/** All of them in one word, with a line | between them. */
export const secretsOfScript = [ownSecret, laterSecret, oddSecret.plain].join("'|'")
