import { closest } from './targets.ts'

/** The same storage entry as in the web app, which color-scheme.js reads before the first paint. */
const storedAs = 'mantine-color-scheme-value'
const selector = '[data-scheme-switch]'
const root = document.documentElement
const isDark = () => root.dataset['mantineColorScheme'] === 'dark'

function showState() {
  for (const each of document.querySelectorAll(selector)) each.ariaChecked = String(isDark())
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(storedAs)
  } catch {
    return null
  }
}

function storeChoice(scheme: string) {
  try {
    localStorage.setItem(storedAs, scheme)
  } catch {
    // Storage is turned off, so the choice lasts as long as the page.
  }
}

function show(scheme: 'light' | 'dark') {
  root.dataset['mantineColorScheme'] = scheme
  showState()
}

/** Switches between light and dark, and remembers the choice. Without one, the page follows the system. */
export function addSchemeSwitch(): void {
  showState()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    const choice = readChoice()
    if (choice !== 'light' && choice !== 'dark') show(matches ? 'dark' : 'light')
  })
  document.addEventListener('click', (event) => {
    if (!closest(event, selector)) return
    const scheme = isDark() ? 'light' : 'dark'
    show(scheme)
    storeChoice(scheme)
  })
}
