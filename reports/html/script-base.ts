// The part of the script that every page has: folded content, addresses, light and dark.

export const baseScript = String.raw`
const root = document.documentElement

const unseen = /[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u00AD\u061C\u115F\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\p{Cs}/gu
const visible = (text) => String(text).replace(unseen, (one) => '⟨U+' + one.codePointAt(0).toString(16).toUpperCase().padStart(4, '0') + '⟩')

const make = (name, properties = {}, ...children) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value)
  for (const child of children.flat()) if (child !== null) element.append(typeof child === 'object' ? child : visible(child))
  return element
}

// As the page has them: the browser’s own way loads all its languages first.
const number = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

const setHash = (hash, push) => {
  try { history[push ? 'pushState' : 'replaceState'](null, '', hash || '#top') } catch { /* an address that cannot be changed */ }
}

const unpack = async (id) => {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (one) => one.charCodeAt(0))
  return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text())
}

// What is packed stands where it is opened, like what is not. A browser that cannot unpack it keeps what the page says in its place.
let unpacking = null
const unpackParts = () => (unpacking ??= unpack('folded-data').then((parts) => {
  unfoldSections()
  for (const packed of document.querySelectorAll('.packed')) {
    const noscript = make('noscript', { class: 'later' })
    noscript.textContent = parts[packed.dataset.place]
    packed.replaceWith(noscript)
  }
}, () => {}))

const later = (root) => [...root.querySelectorAll('noscript.later')]

// What stands in it was escaped when the page was made, and the policy of the page runs nothing that comes with it.
const unfold = (noscript) => {
  const outer = noscript.parentElement
  noscript.insertAdjacentHTML('afterend', noscript.textContent)
  noscript.remove()
  made(outer)
}

// Where there are thousands of links, bare ids stand for them.
const made = (root) => {
  const { pages } = document.getElementById('rules')?.dataset ?? {}
  for (const list of root.querySelectorAll('.rule > dl:not(.linked)')) {
    list.classList.add('linked')
    list.append(make('dt', {}, 'Link'), make('dd', {}, make('a', { href: '#' + list.parentElement.id }, 'permanent link')))
  }
  for (const list of root.querySelectorAll('.refs')) {
    list.classList.remove('refs')
    const { to = '' } = list.dataset
    const link = (id) => make('a', { class: 'x', href: '#' + to + id }, id)
    list.replaceChildren(...list.textContent.trim().split(/\s+/).flatMap((id, index) => [index > 0 ? ' ' : '', link(id)]))
  }
}

// What stands below the first screen: read when that is shown, and before anything in it is looked for.
const unfoldSections = () => { for (const noscript of document.querySelectorAll('main > noscript.later')) unfold(noscript) }

const unfoldAll = async (root) => {
  await unpackParts()
  for (const noscript of later(root)) unfold(noscript)
}

const unfoldOpened = (details) => { for (const child of [...details.children]) if (child.matches('noscript.later')) unfold(child) }

const byId = async (id) => {
  unfoldSections()
  const found = id && document.getElementById(id)
  if (found || !id) return found || null
  await unpackParts()
  const holder = later(document).find((noscript) => noscript.textContent.includes(' id="' + id + '"'))
  if (!holder) return null
  unfold(holder)
  return document.getElementById(id)
}

document.addEventListener('toggle', async ({ target }) => {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return
  if (target.querySelector(':scope > .packed')) await unpackParts()
  unfoldOpened(target)
}, true)

const themes = ['auto', 'light', 'dark']
const themeButton = document.getElementById('theme')
const setTheme = (theme) => {
  root.dataset.theme = theme
  themeButton.textContent = 'Colours: ' + theme
  try { localStorage.setItem('assay-theme', theme) } catch { /* not kept */ }
}
let kept = 'auto'
try { kept = localStorage.getItem('assay-theme') ?? 'auto' } catch { /* none is kept */ }
setTheme(themes.includes(kept) ? kept : 'auto')
themeButton.addEventListener('click', () => setTheme(themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length]))

// Opens all that contains an element, and goes there.
const uncover = (element) => {
  if (element instanceof HTMLDetailsElement) element.open = true
  for (let outer = element.parentElement; outer; outer = outer.parentElement) if (outer instanceof HTMLDetailsElement) outer.open = true
  element.scrollIntoView()
}

const start = (follow) => {
  root.classList.add('scripted')
  made(document)
  if (location.hash) follow()
  // A page that is opened again goes back to where it was: its length is known before it has loaded.
  if (performance.getEntriesByType('navigation')[0]?.type !== 'navigate') unfoldSections()
  else addEventListener('load', () => setTimeout(unfoldSections))
}
`
