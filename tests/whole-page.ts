// A report page with what it holds compressed: the text that a reader can come to see.
import { gunzipSync } from 'node:zlib'

const unpacked = (page: string, id: string): unknown => {
  const [, data] = new RegExp(`<script type="application/octet-stream" id="${id}">([^<]*)<`).exec(page) ?? []
  return data === undefined ? undefined : JSON.parse(gunzipSync(Buffer.from(data, 'base64')).toString('utf8'))
}

/** With each folded part where the script of the page puts it. */
export const wholePage = (page: string): string => {
  const parts = (unpacked(page, 'folded-data') ?? []) as string[]
  return page.replaceAll(
    /<p class="packed" data-place="(\d+)">.*?<\/p>/gs,
    (_all, place) => `<noscript class="later">${parts[Number(place)]!}</noscript>`,
  )
}

type Body = [kind: string, pieces: number[] | null, bytes: number, cut: 0 | 1] | null
type Request = [method: string, url: number, headers: number[], body: Body]
type Traffic = {
  texts: string[]
  exchanges: [id: string, about: unknown[], Request, response: [status: number, headers: number[], body: Body] | null][]
  deliveries: [id: string, about: unknown[], Request][]
}

const bodyIn = (texts: readonly string[], body: Body | undefined): string =>
  (body?.[1] ?? []).map((place) => texts[place]!).join('')

/** All that a page holds, the texts and whole bodies of its exchanges and deliveries among it; another text is as it is. */
export const everyText = (page: string): string => {
  const traffic = unpacked(page, 'traffic-data') as Traffic | undefined
  if (traffic === undefined) return wholePage(page)
  const { texts, exchanges, deliveries } = traffic
  const requests = [...exchanges, ...deliveries].map(([, , request]) => bodyIn(texts, request[3]))
  const responses = exchanges.map(([, , , response]) => bodyIn(texts, response?.[2]))
  return [wholePage(page), JSON.stringify(traffic), ...texts, ...requests, ...responses].join('\n')
}
