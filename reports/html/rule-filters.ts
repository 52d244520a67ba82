// What filters a list of rules by words, in the report and on the pages of the rules, and what stands where no rule is left.
import { html } from './markup.ts'

export const textFilter = html`<label class="grow"
    >Text <input name="q" type="search" autocomplete="off" placeholder="words of a rule, its id, a check"
  /></label>
  <button type="reset">Show all</button> <output aria-live="polite"></output>`

export const noEntry = html`<p class="empty" id="no-entry" hidden>No rule matches. “Show all” removes the filters.</p>`
