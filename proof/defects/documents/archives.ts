// Delivery packages that lack what makes them one.

/** The directory of an archive from its second entry on. */
export const withoutFirstMember = (archive: Buffer): Buffer => {
  const changed = Buffer.from(archive)
  const end = changed.length - 22
  const first = changed.readUInt32LE(end + 16)
  const length = 46 + [28, 30, 32].reduce((sum, place) => sum + changed.readUInt16LE(first + place), 0)
  for (const place of [8, 10]) changed.writeUInt16LE(changed.readUInt16LE(end + place) - 1, end + place)
  changed.writeUInt32LE(changed.readUInt32LE(end + 12) - length, end + 12)
  changed.writeUInt32LE(first + length, end + 16)
  return changed
}
