// How the page of the kill matrix looks, and the few lines that filter it.

export const pageStyle = `
:root { color-scheme: light dark; --line: light-dark(#c8ccd4, #3c424c); --good: light-dark(#1a6b36, #7fd49b);
  --bad: light-dark(#a3141e, #ff9a9a); --soft: light-dark(#5a6270, #a4adbb) }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 }
main { max-width: 70rem; margin: 0 auto; padding: 1rem }
code { font-size: .9em; overflow-wrap: anywhere }
small, .how, .areas span { color: var(--soft) }
table { border-collapse: collapse }
.wide { overflow-x: auto }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left }
.areas { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .4rem }
.areas li { border: 1px solid var(--line); border-left: .4rem solid var(--good); padding: .2rem .6rem }
.areas li.some { border-left-color: var(--bad) }
details { border-left: .3rem solid var(--line); margin: .25rem 0; padding-left: .6rem }
details.killed { border-left-color: var(--good) }
details.survived, details.unjudged { border-left-color: var(--bad) }
details.survived > summary b::after { content: " – not caught"; color: var(--bad) }
details.unjudged > summary b::after { content: " – not judged"; color: var(--bad) }
details:target { outline: 2px solid currentColor; outline-offset: 2px }
details.not-run > summary b::after { content: " – not run"; color: var(--soft) }
li.open { color: var(--bad) }
form { display: flex; flex-wrap: wrap; gap: 1rem; position: sticky; top: 0; background: Canvas; padding: .5rem 0 }
`

export const pageScript = `
const items = [...document.querySelectorAll('details[data-tags]')]
const text = document.getElementById('text'), tag = document.getElementById('tag'), shown = document.getElementById('shown')
const filter = () => {
  const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let count = 0
  for (const item of items) {
    const fits = (!tag.value || item.dataset.tags.split(' ').includes(tag.value)) && words.every((word) => item.dataset.text.includes(word))
    item.hidden = !fits
    if (fits) count += 1
  }
  for (const section of document.querySelectorAll('section')) section.hidden = !section.querySelector('details:not([hidden])')
  shown.textContent = count + ' of ' + items.length
}
const open = () => { const item = document.getElementById(location.hash.slice(1)); if (item instanceof HTMLDetailsElement) item.open = true }
text.addEventListener('input', filter)
tag.addEventListener('change', filter)
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())
addEventListener('hashchange', open)
filter()
open()
`
