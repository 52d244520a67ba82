// A value that is made when it is first asked for, and once.
export const lazily = <T>(read: () => T): (() => T) => {
  let value: { is: T } | undefined
  return () => (value ??= { is: read() }).is
}
