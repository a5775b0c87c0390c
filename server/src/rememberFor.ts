/**
 * Returns a function that loads a value and reuses it for some time. Concurrent callers share one load. Failures aren't
 * remembered.
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
