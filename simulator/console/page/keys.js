// The keyboard: a letter after `g` leads to a page, `/` to the search, arrows along the rows of a list.
import { useEffect } from './library.js'

const isTyping = ({ target }) => target.closest?.('input, select, textarea, [contenteditable]')

export const keyWords = (pages) => [
  ['/', 'Search'],
  ['↑ ↓', 'Rows of a list'],
  ...pages.map((page) => [`g ${page.key}`, page.words]),
]

const moveAlong = (event) => {
  const links = [...document.querySelectorAll('main tbody a.first')]
  if (links.length === 0) return
  const at = links.indexOf(document.activeElement)
  const to = event.key === 'ArrowDown' ? at + 1 : at - 1
  if (at < 0 && document.activeElement !== document.body) return
  const link = links[Math.max(0, Math.min(to, links.length - 1))]
  event.preventDefault()
  link.focus()
}

export const useKeys = (pages) =>
  useEffect(() => {
    let isLeading = false
    const press = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      const led = isLeading
      isLeading = false
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveAlong(event)
      else if (event.key === '/') {
        const search = document.querySelector('main input[type=search]')
        if (!search) return
        event.preventDefault()
        search.focus()
      } else if (event.key === 'g') isLeading = true
      else if (led) {
        const page = pages.find((one) => one.key === event.key)
        if (page) location.hash = `#/${page.id}`
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
