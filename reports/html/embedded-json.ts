// JSON inside a script element: nothing in it can end the element, begin a comment, or turn the text around it.
import { raw, type Html } from './markup.ts'

const risky = /[<>&\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g

export const embeddedJson = (id: string, value: unknown): Html => {
  const text = JSON.stringify(value).replace(
    risky,
    (one) => `\\u${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
  )
  return raw(`<script type="application/json" id="${id}">${text}</script>`)
}
