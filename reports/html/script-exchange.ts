// The part of the page's script that opens an exchange or delivery in a dialog, from a link or from the address.

export const exchangeScript = String.raw`
let traffic = null
let reading = null

const unpackTraffic = async () => {
  const data = await unpack('traffic-data')
  return { ...data, entries: new Map([...data.exchanges, ...data.deliveries].map((entry) => [entry[0], entry])) }
}

// Null in a browser that cannot unpack it: the page says where else it is.
const readTraffic = () => (reading ??= unpackTraffic().then((data) => (traffic = data), () => null))

const pretty = (text) => {
  try { return JSON.stringify(JSON.parse(text), null, 2) } catch { return text }
}

const bodyOf = (body, marks) => {
  if (!body) return [make('p', { class: 'soft' }, 'No body.')]
  const [kind, pieces, bytes, cut] = body
  if (pieces === null) return [make('p', { class: 'soft' }, bytes + ' bytes, left out to keep this report light: see run.ndjson.')]
  const note = cut ? [make('p', { class: 'soft' }, 'Cut: the whole has ' + bytes + ' bytes.')] : []
  const text = pieces.map((place) => traffic.texts[place]).join('')
  const pre = make('pre', { tabindex: '0', 'aria-label': 'Body' }, kind === 'text' ? marked(text, marks) ?? pretty(text) : text)
  return [...(kind === 'text' ? [] : [make('p', { class: 'soft' }, bytes + ' bytes that are not text, in base64:')]), pre, ...note]
}

const headersOf = (places, marks) => {
  const list = make('ul', { class: 'headers' })
  const wanted = new Set(marks.filter((mark) => mark.startsWith('header:')).map((mark) => mark.slice(7).toLowerCase()))
  for (let at = 0; at < places.length; at += 2) {
    const name = traffic.texts[places[at]]
    const line = [make('b', {}, name), ': ' + traffic.texts[places[at + 1]]]
    list.append(make('li', {}, wanted.delete(name.toLowerCase()) ? make('mark', { class: 'got' }, line) : line))
  }
  for (const name of wanted) list.append(make('li', {}, make('mark', { class: 'absent' }, name + ' ← missing')))
  return list
}

const side = (title, first, headers, body, marks = []) =>
  make('div', {}, make('h3', {}, title), make('p', { class: 'first' }, marks.includes('status') ? make('mark', { class: 'got' }, first) : first), headersOf(headers, marks), bodyOf(body, marks))

const violatedBy = (id) => {
  const rules = traffic.findings[id]
  if (!rules) return null
  const links = rules.flatMap((rule, index) => [index > 0 ? ', ' : '', make('a', { href: '#rule-' + rule }, make('code', {}, rule))])
  return make('p', {}, make('span', { class: 'tag fail' }, '✕ violates'), ' ', ...links)
}

const marksOf = (id) => traffic.marks[id] ?? []

const exchangeParts = ([id, [source, operation, role, at, ms], request, response, failure]) => ({
  title: id + ' ' + request[0] + ' → ' + (response ? response[0] : 'no response'),
  about: [operation, 'by ' + traffic.texts[source], role ? 'as ' + role : 'without credential', at.slice(11, 23), Math.round(ms) + ' ms'].filter(Boolean).join(' · '),
  sides: [
    side('Request', request[0] + ' ' + traffic.texts[request[1]], request[2], request[3]),
    response ? side('Response', response[0], response[1], response[2], marksOf(id)) : make('div', {}, make('h3', {}, 'No response'), make('p', {}, failure || '')),
  ],
})

const deliveryParts = ([id, [at, answer, fault], request]) => ({
  title: id + ' ' + request[0] + ' → ' + answer,
  about: 'from the target · ' + at.slice(11, 23) + (fault ? ' · ' + fault : ''),
  sides: [side('Webhook from the target', request[0] + ' ' + traffic.texts[request[1]], request[2], request[3], marksOf(id)), make('div', {}, make('h3', {}, 'Answer of assay'), make('p', { class: 'first' }, answer))],
})

const dialog = document.getElementById('exchange')
const isTraffic = (hash) => /^#[xd]\d+$/.test(hash)
let before = ''

let wanted = ''

const show = async (id) => {
  wanted = id
  const entry = (await readTraffic())?.entries.get(id)
  if (!entry) return false
  // Another was asked for meanwhile, or none.
  if (wanted !== id) return true
  const { order } = traffic
  const { title, about, sides } = id.startsWith('x') ? exchangeParts(entry) : deliveryParts(entry)
  const at = order.indexOf(id)
  dialog.querySelector('h2').textContent = visible(title)
  const content = dialog.querySelector('.content')
  content.replaceChildren(make('p', { class: 'soft' }, about), ...[violatedBy(id)].filter(Boolean), make('div', { class: 'exchange' }, sides))
  for (const [name, other] of [['previous', order[at - 1]], ['next', order[at + 1]]]) {
    const button = dialog.querySelector('.' + name)
    button.disabled = !other
    button.dataset.id = other || ''
  }
  if (!dialog.open) dialog.showModal()
  dialog.querySelector('.inner').scrollTop = 0
  dialog.querySelector('h2').focus()
  content.querySelector('mark')?.scrollIntoView({ block: 'nearest' })
  return true
}

const openExchange = async (id) => {
  const hash = location.hash
  if (!(await show(id))) return false
  if (!isTraffic(hash)) before = hash
  if (hash !== '#' + id) setHash('#' + id, !isTraffic(hash))
  return true
}

dialog.addEventListener('close', () => { wanted = ''; if (isTraffic(location.hash)) setHash(before, false) })
dialog.addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (button?.classList.contains('close') || event.target === dialog) dialog.close()
  else if (button?.dataset.id) void openExchange(button.dataset.id)
})
document.addEventListener('keydown', (event) => {
  if (!dialog.open || event.target.closest?.('pre') || event.altKey || event.ctrlKey || event.metaKey) return
  const name = { ArrowLeft: 'previous', ArrowRight: 'next' }[event.key]
  if (name) dialog.querySelector('.' + name).click()
})

// The browser goes to the address on its own once the page is there, and takes the focus with it.
addEventListener('load', () => { if (dialog.open) dialog.querySelector('h2').focus() })

document.getElementById('open-one').addEventListener('submit', async (event) => {
  event.preventDefault()
  const id = event.target.elements.id.value.trim().toLowerCase()
  const output = event.target.querySelector('output')
  output.textContent = (await openExchange(id)) ? '' : traffic ? 'There is none of that id.' : 'This browser cannot unpack them: see run.ndjson.'
})
`
