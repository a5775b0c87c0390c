/**
 * Returns a function that loads a value and returns the same one for some time. Concurrent callers wait for one loading.
 * A failure isn't remembered.
 */
export function rememberFor<Value>(
  ms: number,
  now: () => Date,
  load: () => Promise<Value>,
): () => Promise<Value> {
  let known: { value: Promise<Value>; until: number } | undefined
  return () => {
    const at = now().getTime()
    if (known && at < known.until) return known.value
    const loading = { value: load(), until: at + ms }
    known = loading
    loading.value.catch(() => {
      if (known === loading) known = undefined
    })
    return loading.value
  }
}
