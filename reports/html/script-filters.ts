// The part of the script that filters a list of folded entries by what a form says, and keeps that in the address.

export const filterScript = String.raw`
const filters = document.querySelector('form.filters')
const list = filters && document.getElementById(filters.dataset.list)
const parts = list ? [...list.querySelectorAll('.area, .others')] : []
const openAtFirst = new Set(parts.filter((details) => details.open))
const fields = filters ? [...filters.elements].filter(({ name }) => name) : []
let entries = null
let words = null

const allEntries = () => {
  if (entries) return entries
  unfoldAll(list)
  entries = [...list.querySelectorAll('.rule')]
  words = entries.map((entry) => [...entry.querySelectorAll('summary, dl')].map((part) => part.textContent).join(' ').toLowerCase())
  return entries
}

const fold = (filtered) => {
  for (const details of parts) {
    const any = details.querySelector('.rule:not([hidden])') !== null || (!filtered && later(details).length > 0)
    details.hidden = !any
    details.open = filtered ? any : openAtFirst.has(details)
  }
}

const fits = (entry, { name, value }) =>
  !value || (name === 'area' ? entry.closest('.area').dataset.area === value : (entry.dataset[name] ?? '').split(' ').includes(value))

const applyFilters = () => {
  if (!filters) return
  const output = filters.querySelector('output')
  const filtered = fields.some(({ value }) => value)
  const all = Number(filters.dataset.count).toLocaleString('en-US') + ' ' + filters.dataset.list
  if (!filtered && !entries) return void (output.textContent = all)
  const selects = fields.filter(({ name }) => name !== 'q')
  const wanted = filters.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const [index, entry] of allEntries().entries()) {
    entry.hidden = !(selects.every((field) => fits(entry, field)) && wanted.every((word) => words[index].includes(word)))
    if (!entry.hidden) count += 1
  }
  fold(filtered)
  document.getElementById('no-entry').hidden = count > 0
  output.textContent = filtered ? count.toLocaleString('en-US') + ' of ' + all : all
}

const listHash = '#' + (filters?.dataset.list ?? '')

const filtersInAddress = () => {
  const query = new URLSearchParams()
  for (const { name, value } of fields) if (value) query.set(name, value)
  return query.size > 0 ? listHash + '?' + query : listHash
}

let late = 0
const filterSoon = () => {
  clearTimeout(late)
  late = setTimeout(() => { applyFilters(); setHash(filtersInAddress(), false) }, 120)
}

const setFilters = (query) => {
  for (const field of fields) {
    field.value = query.get(field.name) ?? ''
    // A value that is no choice leaves nothing chosen: then any will do.
    if (field.selectedIndex === -1) field.value = ''
  }
  applyFilters()
}

filters?.addEventListener('input', filterSoon)
filters?.addEventListener('submit', (event) => { event.preventDefault(); filterSoon() })
filters?.addEventListener('reset', () => setTimeout(() => { applyFilters(); setHash(listHash, false) }))

// Goes where the address leads, even into what is folded or filtered away.
const followAddress = () => {
  if (filters && location.hash.startsWith(listHash + '?')) {
    setFilters(new URLSearchParams(location.hash.slice(listHash.length + 1)))
    list.scrollIntoView()
    return
  }
  const element = byId(decodeURIComponent(location.hash).slice(1))
  if (!element) return
  if (element.classList.contains('rule') && element.hidden) setFilters(new URLSearchParams())
  uncover(element)
}
`

/** All that a page of folded entries needs. */
export const listPageScript = String.raw`
addEventListener('hashchange', followAddress)
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href^="#"]')
  if (link && link.getAttribute('href') === location.hash) followAddress()
})
applyFilters()
start(followAddress)
`
