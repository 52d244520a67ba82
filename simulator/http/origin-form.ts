// The target of a request without the scheme and the host that it may begin with, as when it is sent to a proxy.

/** Any text may stand there: what is cut off need be no URL. */
const authority = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i

export const originForm = (target: string): string => (target.startsWith('/') ? target : target.replace(authority, ''))
