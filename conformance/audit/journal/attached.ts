// Bodies that a recording keeps in files beside itself, as Playwright does with `content: attach`.
import { lstatSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bounds } from '../../../fixtures/bounds.ts'
import type { HarBody, HarEntry } from './har-entry.ts'

/** Only a plain file of that folder itself: the recording may come from anywhere. */
const bytesOf = (folder: string, name: string): Buffer | null => {
  if (name === '' || basename(name) !== name) return null
  try {
    const file = join(folder, name)
    const stat = lstatSync(file)
    return stat.isFile() && stat.size <= bounds.audited.attachedBytes ? readFileSync(file) : null
  } catch {
    return null
  }
}

const filled = <Body extends HarBody>(folder: string, body: Body | undefined): Body | undefined => {
  const bytes = !body?._file || body.text ? null : bytesOf(folder, body._file)
  return bytes === null ? body : { ...body!, text: bytes.toString('base64'), encoding: 'base64' }
}

/** @param folder where the recording is */
const attachedTo = (entry: HarEntry, folder: string): HarEntry => {
  const { request, response } = entry
  const sent = filled(folder, request.postData)
  const received = filled(folder, response?.content)
  if (sent === request.postData && received === response?.content) return entry
  return {
    ...entry,
    request: { ...request, ...(sent && { postData: sent }) },
    ...(response && { response: { ...response, ...(received && { content: received }) } }),
  }
}

/** In the list itself: a second one would hold each entry that is read. */
export const withAttached = (entries: HarEntry[], folder: string): HarEntry[] => {
  for (const [index, entry] of entries.entries()) entries[index] = attachedTo(entry, folder)
  return entries
}
