// What is derived from an object, such as a schema: once for each, as long as there is the object.
export const memoizeByObject = <Of extends object, T>(derive: (of: Of) => T): ((of: Of) => T) => {
  const known = new WeakMap<Of, { is: T }>()
  return (of) => {
    let one = known.get(of)
    if (!one) known.set(of, (one = { is: derive(of) }))
    return one.is
  }
}
