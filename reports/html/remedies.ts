// How to get tested what is not: the key of the profile or the flag that the reason asks for.
import { ruleLink } from './links.ts'
import { html, type Html } from './markup.ts'

type Remedy = [reason: RegExp, remedy: (...found: string[]) => Html]

const credential = (role: string): Html =>
  html`Add <code>credentials.${role}</code> (<code>client_id</code>, <code>client_secret</code>) to the target profile.`

const remedies: readonly Remedy[] = [
  [
    /other_lender (?:nor|or) main_second|main_second (?:nor|or) other_lender/,
    () =>
      html`Add <code>credentials.other_lender</code> or <code>credentials.main_second</code> (<code>client_id</code>,
        <code>client_secret</code>) to the target profile.`,
  ],
  [/names no credential (\w+)/, (_all, role) => credential(role!)],
  [
    /^the credentials? (\w+)\b.*(?:refused|no token|cannot)/,
    (_all, role) => html`Correct <code>credentials.${role}</code> in the target profile.`,
  ],
  [
    /credentials main and (\w+) are/,
    (_all, role) => html`Give another credential as <code>credentials.${role}</code>; the reason says what it must be.`,
  ],
  [/second cl|second credential/, () => credential('main_second')],
  [
    /(?:names|has) no ((?:control|production_base|sandbox_base)_url)/,
    (_all, key) => html`Add <code>${key}</code> to the target profile.`,
  ],
  [/no control port/, () => html`Add <code>control_url</code> to the target profile, where the target has one.`],
  [/gives no (tokens\.\w+)/, (_all, key) => html`Add <code>${key}</code> to the target profile.`],
  [/postal code that cannot/, () => html`Add one to <code>postal_codes.unresolvable</code> in the target profile.`],
  [/resolvable postal code/, () => html`Add one to <code>postal_codes.resolvable</code> in the target profile.`],
  [
    /--allow-orders/,
    () =>
      html`Give a sandbox credential as <code>credentials.main</code>, or run with <code>--allow-orders</code>: the
        company bills orders in production.`,
  ],
  [
    /not for the sandbox/,
    () => html`Give a sandbox credential as <code>credentials.main</code>, with <code>sandbox_base_url</code>.`,
  ],
  [/interrupted/, () => html`Run again, to the end.`],
  [/to spare|budget/, () => html`Raise <code>--budget</code>, or omit it.`],
  [
    /not asked for|outside (?:the selected|--only)/,
    () => html`Run without <code>--only</code> and <code>--area</code>.`,
  ],
  [
    /because (\S+) (?:is broken|fails|is violated)/,
    (_all, rule) => html`Fix ${ruleLink(rule!)} first, then run again.`,
  ],
  [
    /(?:check itself failed|compared nothing|call of its own|assay (?:error|failed))/,
    () => html`This is a bug of assay. Please report it, with <code>run.ndjson</code>.`,
  ],
  [
    /receiver|webhook/,
    () =>
      html`Set <code>webhook.public_url</code> and <code>webhook.listen</code> in the target profile to an address that
        the target reaches; the preflight below says more.`,
  ],
  [/plain HTTP/i, () => html`Test an https address.`],
  [/catalog|product|fee/, () => html`The catalog of the target must offer it; the preflight lists what it offers.`],
  [
    /no (?:longer )?answer|unanswered|timed? ?out/,
    () => html`Check that the target is up; <code>--timeout</code> sets how long assay waits.`,
  ],
  [
    /nothing that came up|not exercised/,
    () =>
      html`It depends on what the target does; another <code>--seed</code>, without <code>--budget</code>, may show it.`,
  ],
  [
    /no order of the tour|not reached|no look found|no two of them|same status|no first delivery|blocked|no event was delivered|no second attempt/,
    () => html`It depends on other steps; fix the failing rules first, or try another <code>--seed</code>.`,
  ],
]

/** Null where no setting changes it: it was the target's own decision, or its state. */
export const remedyFor = (reason: string): Html | null => {
  for (const [pattern, remedy] of remedies) {
    const found = pattern.exec(reason)
    if (found) return remedy(...found)
  }
  return null
}
