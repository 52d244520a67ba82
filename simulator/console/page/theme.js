// Light or dark: as the system says, until a person says otherwise.
import { html, useEffect, useState } from './library.js'

const name = 'assay-theme'
const next = { '': 'light', light: 'dark', dark: '' }
const words = { '': 'Colours: system', light: 'Colours: light', dark: 'Colours: dark' }

export const Theme = () => {
  const [theme, setTheme] = useState(localStorage.getItem(name) ?? '')
  useEffect(() => {
    if (theme) document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
    localStorage.setItem(name, theme)
  }, [theme])
  return html`<button type="button" onClick=${() => setTheme(next[theme])}>${words[theme]}</button>`
}
