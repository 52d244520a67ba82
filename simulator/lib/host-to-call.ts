// The host by which this machine calls what listens on an address, as a URL writes it: loopback where it listens on all addresses.
export const hostToCall = (listensOn: string): string => {
  const host = listensOn === '0.0.0.0' || listensOn === '::' ? '127.0.0.1' : listensOn
  return host.includes(':') ? `[${host}]` : host
}
