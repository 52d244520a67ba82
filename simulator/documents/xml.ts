// Builds XML text from plain objects: `@`-prefixed keys become attributes, `#text` the content of an element with attributes.

import { XMLBuilder } from 'fast-xml-parser'

export type XmlNode = { readonly [name: string]: string | XmlNode | readonly (string | XmlNode)[] | undefined }

/** XML 1.0 has no way to write these, escaped or not. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const writable = (value: unknown): string => String(value).replace(unwritable, '\u{FFFD}')

/** A parser turns white space other than blanks inside an attribute into blanks; character references would keep it. */
const inAttribute = (value: unknown): string => writable(value).replace(/[\t\n\r]+/g, ' ')

export function buildXml(root: XmlNode): Buffer {
  const builder = new XMLBuilder({
    attributeNamePrefix: '@',
    ignoreAttributes: false,
    suppressBooleanAttributes: false,
    suppressEmptyNode: true,
    format: true,
    tagValueProcessor: (_name, value) => writable(value),
    attributeValueProcessor: (_name, value) => inAttribute(value),
  })
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root)}`)
}
