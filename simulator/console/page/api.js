// Calls of the control port: each action of this page is one of them.

export class Refused extends Error {
  constructor(status, { code = 'unreadable', message = 'The answer cannot be read.', details = [] }) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

const tokenName = 'assay-control-token'

/** The token of a control port that asks for one: from the address that the program prints, kept for this tab alone. */
const given = /^#token=((?:[\w.~+/=-]|%[0-7][\dA-Fa-f])+)$/.exec(location.hash)
if (given) {
  sessionStorage.setItem(tokenName, decodeURIComponent(given[1]))
  history.replaceState(null, '', location.pathname)
}

export const setToken = (token) => sessionStorage.setItem(tokenName, token)

export const hasToken = () => sessionStorage.getItem(tokenName) !== null

export const authorization = () => {
  const token = sessionStorage.getItem(tokenName)
  return token ? { authorization: `Bearer ${token}` } : {}
}

const listeners = new Set()
let refusesEntry = false

/** Whether the port has asked for a token, or for another one. */
export const isRefusedEntry = () => refusesEntry

/** Called when the port asks for a token. */
export const onUnauthorized = (listener) => listeners.add(listener)

export const send = async (path, options = {}) => {
  let response
  try {
    response = await fetch(path, { ...options, headers: { ...authorization(), ...options.headers } })
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new Refused(0, { code: 'unreachable', message: 'The simulator does not answer; start it again.' })
  }
  if (response.status === 401) {
    refusesEntry = true
    for (const listener of listeners) listener()
  }
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => ({})))
  return response
}

export const read = async (path, signal) => (await send(path, { signal })).json()

export const act = async (path, body, method = 'POST') => {
  const options = { method }
  if (body !== undefined) {
    options.headers = { 'content-type': 'application/json' }
    options.body = JSON.stringify(body)
  }
  return (await send(path, options)).json()
}

/** Saves an answer as a file. */
export const download = async (path, name) => {
  const address = URL.createObjectURL(await (await send(path)).blob())
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

/** Leaves out what is empty. */
export const query = (path, values) => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '' && value !== null)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
