// The members of a ZIP, from its central directory: nothing is unpacked.
const endMark = 0x06054b50
const memberMark = 0x02014b50
const endLength = 22
const memberLength = 46
/** Bytes that a comment may have behind the end mark. */
const longestComment = 0xffff

const endIn = (view) => {
  const last = view.byteLength - endLength
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1)
    if (view.getUint32(at, true) === endMark) return at
  return null
}

/** Null for what is no ZIP, or one whose directory cannot be read. */
export const zipMembers = (buffer) => {
  const view = new DataView(buffer)
  const end = endIn(view)
  if (end === null) return null
  const members = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + memberLength > end || view.getUint32(at, true) !== memberMark) return null
    const [length, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    if (at + memberLength + length > end) return null
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + memberLength, length))
    members.push({ name, size: view.getUint32(at + 24, true) })
    at += memberLength + length + extra + comment
  }
  return members
}
