// The members of a ZIP, from its central directory: nothing is unpacked.
const endMark = 0x06054b50
const memberMark = 0x02014b50
const endLength = 22

/** Null for what is no ZIP, or one whose directory cannot be read. */
export const zipMembers = (buffer) => {
  const view = new DataView(buffer)
  let end = buffer.byteLength - endLength
  while (end >= 0 && view.getUint32(end, true) !== endMark) end -= 1
  if (end < 0) return null
  const members = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + 46 > buffer.byteLength || view.getUint32(at, true) !== memberMark) return null
    const [length, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, length))
    members.push({ name, size: view.getUint32(at + 24, true) })
    at += 46 + length + extra + comment
  }
  return members
}
