// The part of the page's script that makes folded content part of the page: when it is opened, or when an address names it.

export const lazyScript = String.raw`
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
  for (const list of root.querySelectorAll('.rule > dl:not(.linked)')) {
    list.classList.add('linked')
    list.append(make('dt', {}, 'Link'), make('dd', {}, make('a', { href: '#' + list.parentElement.id }, 'to this rule')))
  }
  for (const list of root.querySelectorAll('.refs')) {
    list.classList.remove('refs')
    const { to = '' } = list.dataset
    const link = (id) => make('a', { class: 'x', href: '#' + to + id }, id)
    list.replaceChildren(...list.textContent.trim().split(/\s+/).flatMap((id, index) => [index > 0 ? ' ' : '', link(id)]))
  }
}

const unfoldAll = (root) => { for (const noscript of later(root)) unfold(noscript) }

const byId = (id) => {
  const found = id && document.getElementById(id)
  if (found || !id) return found || null
  const holder = later(document).find((noscript) => noscript.textContent.includes(' id="' + id + '"'))
  if (!holder) return null
  unfold(holder)
  return document.getElementById(id)
}

const cellOf = (row, ...content) => row.append(make('td', {}, ...content))

const shortIds = (text) => text.replace(/\b([a-z]{2,6})_([A-Za-z0-9]{12,})/g, (all, kind, rest) => kind + '_…' + rest.slice(-4))
const shortPath = (url) => {
  const path = URL.canParse(url) ? (({ pathname, search }) => pathname + search)(new URL(url)).replaceAll(encodeURIComponent('•'), '•') : url
  const short = shortIds(path.replace(/^.*?\/v1(?=[/?]|$)/, '') || '/')
  return short.length > 80 ? short.slice(0, 79) + '…' : short
}

const wrongMark = (words) => make('b', { class: 'bad' }, ' ', make('span', { 'aria-hidden': 'true' }, '✕ '), words)
const wrongIn = (id) => traffic.findings[id] ? wrongMark('violation') : ''

const headerIn = (places, name) => {
  for (let at = 0; at < places.length; at += 2) if (traffic.texts[places[at]].toLowerCase() === name) return traffic.texts[places[at + 1]]
  return ''
}

const rowOf = (kind, [id, about, request, response, failure]) => {
  const row = make('tr', {}, make('th', { scope: 'row' }, make('a', { class: 'x', href: '#' + id }, id)))
  if (kind === 'exchanges') {
    const [, operation, role, at, ms] = about
    cellOf(row, request[0] + ' ' + shortPath(traffic.texts[request[1]]))
    cellOf(row, response ? String(response[0]) : failure || 'no response', wrongIn(id))
    for (const text of [operation || '', role || '', at.slice(11, 23)]) cellOf(row, text)
    row.append(make('td', { class: 'n' }, String(Math.round(ms))))
  } else {
    const [at, answer, fault] = about
    cellOf(row, headerIn(request[2], 'x-service-event-type'))
    cellOf(row, shortIds(headerIn(request[2], 'x-service-event-id')))
    cellOf(row, answer, fault ? wrongMark(fault) : '', wrongIn(id))
    cellOf(row, at.slice(11, 23))
  }
  return row
}

const writeRows = async (details) => {
  const list = details.querySelector(':scope > .ids')
  if (!list || !(await readTraffic())) return
  const { kind, heads } = details.dataset
  const label = details.querySelector('summary').textContent.trim().replace(/\s+/g, ' ')
  const head = make('tr', {}, heads.split('|').map((name) => make('th', name === 'ms' ? { scope: 'col', class: 'n' } : { scope: 'col' }, name)))
  const rows = list.textContent.trim().split(/\s+/).flatMap((id) => { const entry = traffic.entries.get(id); return entry ? [rowOf(kind, entry)] : [] })
  const table = make('table', { class: 'traffic' }, make('caption', { class: 'vh' }, label), make('thead', {}, head), make('tbody', {}, rows))
  list.replaceWith(make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label }, table))
}

document.addEventListener('toggle', ({ target }) => {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return
  for (const child of [...target.children]) if (child.matches('noscript.later')) unfold(child)
  if (target.classList.contains('rows')) void writeRows(target)
}, true)
`
