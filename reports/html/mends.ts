// How to get judged what was not: the key of the profile or the flag that the reason calls for.
import { ruleLink } from './links.ts'
import { html, type Html } from './markup.ts'

type Mend = [reason: RegExp, mend: (...found: string[]) => Html]

const credential = (role: string): Html =>
  html`Add <code>credentials.${role}</code> with its <code>client_id</code> and <code>client_secret</code> to the target
    profile.`

const mends: readonly Mend[] = [
  [/names no credential (\w+)/, (_all, role) => credential(role!)],
  [
    /^the credentials? (\w+)\b.*(?:refused|no token|cannot)/,
    (_all, role) => html`Correct <code>credentials.${role}</code> in the target profile.`,
  ],
  [
    /credentials main and (\w+) are/,
    (_all, role) => html`Give another credential as <code>credentials.${role}</code>; the reason says what it must be.`,
  ],
  [/main_second nor other_lender|second cl|second credential/, () => credential('main_second')],
  [
    /names no ((?:control|production_base|sandbox_base)_url)/,
    (_all, key) => html`Add <code>${key}</code> to the target profile.`,
  ],
  [/gives no (tokens\.\w+)/, (_all, key) => html`Add <code>${key}</code> to the target profile.`],
  [/postal code that cannot/, () => html`Add one to <code>postal_codes.unresolvable</code> in the target profile.`],
  [/resolvable postal code/, () => html`Add one to <code>postal_codes.resolvable</code> in the target profile.`],
  [
    /--allow-orders/,
    () =>
      html`Give a credential for the sandbox as <code>credentials.main</code>, or run with <code>--allow-orders</code>:
        orders in production are billed.`,
  ],
  [
    /not for the sandbox/,
    () => html`Give a credential for the sandbox as <code>credentials.main</code>, with <code>sandbox_base_url</code>.`,
  ],
  [/interrupted/, () => html`Run again, to the end.`],
  [/to spare|budget/, () => html`Raise <code>--budget</code>, or leave it out.`],
  [/not asked for/, () => html`Run without <code>--only</code> and <code>--area</code>.`],
  [/because (\S+) is broken/, (_all, rule) => html`Mend ${ruleLink(rule!)} first, then run again.`],
  [
    /(?:check itself failed|compared nothing|call of its own|assay failed)/,
    () => html`Nothing for you to mend: report it, with <code>run.ndjson</code>.`,
  ],
  [
    /receiver|webhook/,
    () =>
      html`See the section on the preflight: <code>webhook.public_url</code> and <code>webhook.listen</code> in the
        target profile say how the target reaches us.`,
  ],
  [/plain HTTP/i, () => html`Judge an https address.`],
  [/catalog|product|fee/, () => html`The catalog of the target must offer it; the preflight lists what it offers.`],
  [
    /no (?:longer )?answer|unanswered|timed? ?out/,
    () => html`See whether the target is up; <code>--timeout</code> gives it longer.`,
  ],
  [
    /nothing that came up/,
    () => html`Run all checks to the end, without <code>--budget</code>, so that more comes up.`,
  ],
  [
    /no order of the tour|no look found|no two of them|same status/,
    () =>
      html`It hangs on how the orders of this run went: mend what is broken first, or try another <code>--seed</code>.`,
  ],
]

/** Null where no setting of ours changes it: it was the target's own decision, or its state. */
export const mendFor = (reason: string): Html | null => {
  for (const [pattern, mend] of mends) {
    const found = pattern.exec(reason)
    if (found) return mend(...found)
  }
  return null
}
