// The part of the report's script that writes the rows of exchanges and deliveries when their group is opened.

export const rowsScript = String.raw`
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
  if (target instanceof HTMLDetailsElement && target.open && target.classList.contains('rows')) void writeRows(target)
}, true)
`
