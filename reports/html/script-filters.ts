// The part of the script that filters a list of folded entries by what a form says, and keeps that in the address.

export const filterScript = String.raw`
const filters = document.querySelector('form.filters')
const list = filters && document.getElementById(filters.dataset.list)
const parts = list ? [...list.querySelectorAll('.area, .others')] : []
const openAtFirst = new Set(parts.filter((details) => details.open))
const fields = filters ? [...filters.elements].filter(({ name }) => name) : []
let entries = null
let words = null

const allEntries = async () => {
  if (entries) return entries
  await unfoldAll(list)
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

const applyFilters = async () => {
  if (!filters) return
  const output = filters.querySelector('output')
  const all = number(filters.dataset.count) + ' ' + filters.dataset.list
  const isFiltered = () => fields.some(({ value }) => value)
  if (!isFiltered() && !entries) return void (output.textContent = all)
  const found = await allEntries()
  if (list.querySelector('.packed')) return void (output.textContent = 'This browser cannot unpack them: see the files beside this page.')
  const filtered = isFiltered()
  const selects = fields.filter(({ name }) => name !== 'q')
  const wanted = filters.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const [index, entry] of found.entries()) {
    entry.hidden = !(selects.every((field) => fits(entry, field)) && wanted.every((word) => words[index].includes(word)))
    if (!entry.hidden) count += 1
  }
  fold(filtered)
  document.getElementById('no-entry').hidden = count > 0
  output.textContent = filtered ? number(count) + ' of ' + all : all
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
  late = setTimeout(() => { void applyFilters(); setHash(filtersInAddress(), false) }, 120)
}

const setFilters = (query) => {
  for (const field of fields) {
    field.value = query.get(field.name) ?? ''
    // A value that is no choice leaves nothing chosen: then any will do.
    if (field.selectedIndex === -1) field.value = ''
  }
  return applyFilters()
}

filters?.addEventListener('input', filterSoon)
filters?.addEventListener('submit', (event) => { event.preventDefault(); filterSoon() })
filters?.addEventListener('reset', () => setTimeout(() => { void applyFilters(); setHash(listHash, false) }))

// Goes where the address leads, even into what is folded or filtered away.
const followAddress = async () => {
  if (filters && location.hash.startsWith(listHash + '?')) {
    await setFilters(new URLSearchParams(location.hash.slice(listHash.length + 1)))
    list.scrollIntoView()
    return
  }
  const element = await byId(decodeURIComponent(location.hash).slice(1))
  if (!element) return
  if (element.classList.contains('rule') && element.hidden) await setFilters(new URLSearchParams())
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
