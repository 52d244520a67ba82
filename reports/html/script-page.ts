// The part of the page's script that filters the rules, follows the address, copies, prints, and switches between light and dark.

export const pageScript = String.raw`
const root = document.documentElement

const filters = document.getElementById('rule-filters')
const ruleParts = [...document.querySelectorAll('#rules :is(.area, .others)')]
const openAtFirst = new Set(ruleParts.filter((details) => details.open))
let rules = null
let words = null

const isFiltered = () => ['verdict', 'area', 'q'].some((name) => filters.elements[name].value)

const allRules = () => {
  if (rules) return rules
  unfoldAll(document.getElementById('rules'))
  rules = [...document.querySelectorAll('.rule')]
  words = rules.map((rule) => [...rule.querySelectorAll('summary, dl')].map((part) => part.textContent).join(' ').toLowerCase())
  return rules
}

const fold = (filtered) => {
  for (const details of ruleParts) {
    const any = details.querySelector('.rule:not([hidden])') !== null || (!filtered && later(details).length > 0)
    details.hidden = !any
    details.open = filtered ? any : openAtFirst.has(details)
  }
}

const applyFilters = () => {
  if (!filters) return
  const output = filters.querySelector('output')
  const filtered = isFiltered()
  if (!filtered && !rules) return void (output.textContent = filters.dataset.count + ' rules')
  const { verdict, area, q } = filters.elements
  const wanted = q.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const [index, rule] of allRules().entries()) {
    const fits = (!verdict.value || rule.dataset.verdict === verdict.value) && wanted.every((word) => words[index].includes(word))
    rule.hidden = !(fits && (!area.value || rule.closest('.area').dataset.area === area.value))
    if (!rule.hidden) count += 1
  }
  fold(filtered)
  document.getElementById('no-rule').hidden = count > 0
  output.textContent = filtered ? count + ' of ' + rules.length + ' rules' : rules.length + ' rules'
}

const filtersInAddress = () => {
  const query = new URLSearchParams()
  for (const name of ['verdict', 'area', 'q']) if (filters.elements[name].value) query.set(name, filters.elements[name].value)
  return query.size > 0 ? '#rules?' + query : '#rules'
}

let late = 0
const filterSoon = () => {
  clearTimeout(late)
  late = setTimeout(() => { applyFilters(); setHash(filtersInAddress(), false) }, 120)
}

const setFilters = (query) => {
  for (const name of ['verdict', 'area', 'q']) {
    const field = filters.elements[name]
    field.value = query.get(name) ?? ''
    // A value that is no choice leaves nothing chosen: then any will do.
    if (field.selectedIndex === -1) field.value = ''
  }
  applyFilters()
}

filters?.addEventListener('input', filterSoon)
filters?.addEventListener('submit', (event) => { event.preventDefault(); filterSoon() })
filters?.addEventListener('reset', () => setTimeout(() => { applyFilters(); setHash('#rules', false) }))

const reveal = (element) => {
  if (element.classList.contains('rule') && element.hidden) setFilters(new URLSearchParams())
  if (element instanceof HTMLDetailsElement) element.open = true
  for (let outer = element.parentElement; outer; outer = outer.parentElement) if (outer instanceof HTMLDetailsElement) outer.open = true
  element.scrollIntoView()
}

const follow = () => {
  const hash = decodeURIComponent(location.hash)
  if (isTraffic(hash)) return void show(hash.slice(1))
  wanted = ''
  if (dialog.open) dialog.close()
  if (filters && hash.startsWith('#rules?')) {
    setFilters(new URLSearchParams(location.hash.slice('#rules?'.length)))
    document.getElementById('rules').scrollIntoView()
    return
  }
  const element = byId(hash.slice(1))
  if (element) reveal(element)
}

addEventListener('hashchange', follow)
addEventListener('popstate', follow)

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href^="#"]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  const hash = link.getAttribute('href')
  if (isTraffic(hash)) {
    event.preventDefault()
    void openExchange(hash.slice(1))
  } else if (hash === location.hash) follow()
})

const copyText = async (text) => {
  try { await navigator.clipboard.writeText(text); return true } catch { /* not allowed here: by the selection */ }
  const area = make('textarea', { 'aria-hidden': 'true' })
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}

for (const button of document.querySelectorAll('button.copy')) {
  button.setAttribute('aria-label', 'Copy ' + button.dataset.what)
  button.addEventListener('click', async () => {
    const done = await copyText(button.previousElementSibling.textContent)
    button.textContent = done ? 'Copied' : 'Select it and copy'
    document.getElementById('said').textContent = done ? 'Copied ' + button.dataset.what : 'The browser does not allow copying'
    button.focus()
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
}

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

let opened = []
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll('.cause details:not([open]), .untested details:not([open])')]
  for (const details of opened) details.open = true
})
addEventListener('afterprint', () => { for (const details of opened) details.open = false })

root.classList.add('scripted')
made(document)
applyFilters()
if (location.hash) follow()
`
