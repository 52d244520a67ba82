// The address of what is shown, after the #: a page, its parts, and what its lists are narrowed to.
import { useEffect, useState } from './library.js'

/** What is no text of an address stands for itself. */
const decoded = (part) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const parse = () => {
  const [path = '', search = ''] = location.hash.replace(/^#\/?/, '').split('?')
  return {
    parts: path.split('/').filter(Boolean).map(decoded),
    values: Object.fromEntries(new URLSearchParams(search)),
  }
}

export const addressOf = (parts, values = {}) => {
  const given = Object.entries(values).filter(([, value]) => value !== '' && value !== undefined)
  const search = new URLSearchParams(given).toString()
  return `#/${parts.map(encodeURIComponent).join('/')}${search && `?${search}`}`
}

/** Another view in the place of this one: going back leads past it. */
export const replaceAddress = (parts, values) => {
  history.replaceState(null, '', addressOf(parts, values))
  dispatchEvent(new HashChangeEvent('hashchange'))
}

export const useAddress = () => {
  const [address, setAddress] = useState(parse)
  useEffect(() => {
    const follow = () => setAddress(parse())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return address
}
