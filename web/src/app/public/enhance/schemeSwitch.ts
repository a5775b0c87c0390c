import { closest } from './targets.ts'

/** The same entry as the web app's, which color-scheme.js reads before the first paint. */
const storedAs = 'mantine-color-scheme-value'
const selector = '[data-scheme-switch]'
const root = document.documentElement
const isDark = () => root.dataset['mantineColorScheme'] === 'dark'

function showState() {
  for (const each of document.querySelectorAll(selector)) each.ariaChecked = String(isDark())
}

/** Switches between light and dark, and remembers the choice. */
export function addSchemeSwitch(): void {
  showState()
  document.addEventListener('click', (event) => {
    if (!closest(event, selector)) return
    const scheme = isDark() ? 'light' : 'dark'
    root.dataset['mantineColorScheme'] = scheme
    showState()
    try {
      localStorage.setItem(storedAs, scheme)
    } catch {
      // Storage is switched off: the choice lasts as long as the page.
    }
  })
}
