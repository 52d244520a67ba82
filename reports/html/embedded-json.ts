// JSON inside a script element: nothing in it can end the element or begin a comment.
import { raw, type Html } from './markup.ts'

const risky = /[<>&\u2028\u2029]/g

export const embeddedJson = (id: string, value: unknown): Html => {
  const text = JSON.stringify(value).replace(
    risky,
    (one) => `\\u${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
  )
  return raw(`<script type="application/json" id="${id}">${text}</script>`)
}
