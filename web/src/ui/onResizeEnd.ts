/** The quiet time that SHELL-26 sets. */
const resizeDebounceMs = 300

/** Calls back once the window hasn't changed its size for a moment. Returns a function that stops this. */
export function onResizeEnd(listener: () => void): () => void {
  let timer: number | undefined
  const wait = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(listener, resizeDebounceMs)
  }
  window.addEventListener('resize', wait)
  return () => {
    window.clearTimeout(timer)
    window.removeEventListener('resize', wait)
  }
}
