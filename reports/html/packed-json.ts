// JSON inside a script element, compressed: a page of a tenth of the size, and nothing in it can end the element.
import { gzipSync } from 'node:zlib'
import { raw, type Html } from './markup.ts'

export const packedJson = (id: string, value: unknown): Html => {
  const packed = gzipSync(JSON.stringify(value)).toString('base64')
  return raw(`<script type="application/octet-stream" id="${id}">${packed}</script>`)
}
