// Runs before the first paint, so that a dark page never flashes white.
;(() => {
  const stored = (() => {
    try {
      return localStorage.getItem('mantine-color-scheme-value')
    } catch {
      return null // storage is turned off: the system's choice is used
    }
  })()
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
