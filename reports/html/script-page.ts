// The part of the report's script that follows the address, copies and prints.

export const pageScript = String.raw`
const follow = () => {
  const hash = decodeURIComponent(location.hash)
  if (isTraffic(hash)) return void show(hash.slice(1))
  wanted = ''
  if (dialog.open) dialog.close()
  followAddress()
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

let opened = []
addEventListener('beforeprint', () => {
  unfoldSections()
  opened = [...document.querySelectorAll('.cause details:not([open]), .untested details:not([open])')]
  for (const details of opened) {
    details.open = true
    unfoldOpened(details)
  }
})
addEventListener('afterprint', () => { for (const details of opened) details.open = false })

applyFilters()
start(follow)
`
