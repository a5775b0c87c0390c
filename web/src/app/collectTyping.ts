/**
 * Collects text typed for an input that doesn't exist yet, so that it doesn't reach the page. Returns a function that
 * stops collecting and returns the text. Shortcuts still reach the page. Escape also stops it, and drops the text.
 */
export function collectTyping(onEscape: () => void): () => string {
  const typed: string[] = []
  const stop = new AbortController()
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'Escape') {
      end()
      onEscape()
      return
    }
    const isCharacter = Array.from(key).length === 1
    if (!isCharacter && !['Backspace', 'Enter', 'Tab'].includes(key)) return
    event.preventDefault()
    event.stopPropagation()
    if (isCharacter) typed.push(key)
    if (key === 'Backspace') typed.pop()
  }
  const end = () => {
    stop.abort()
    return typed.splice(0).join('')
  }
  window.addEventListener('keydown', onKeyDown, { capture: true, signal: stop.signal })
  return end
}
