// Runs before the first paint, so that a dark page never flashes white.
;(() => {
  const page = document.documentElement
  const stored = (() => {
    try {
      return localStorage.getItem('mantine-color-scheme-value')
    } catch {
      return null // storage is turned off: the system's choice is used
    }
  })()
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const set = (scheme) => page.setAttribute('data-mantine-color-scheme', scheme)
  set(dark ? 'dark' : 'light')
  // Light text can't be read on paper.
  addEventListener('beforeprint', () => {
    const shown = page.getAttribute('data-mantine-color-scheme')
    addEventListener('afterprint', () => set(shown), { once: true })
    set('light')
  })
})()
