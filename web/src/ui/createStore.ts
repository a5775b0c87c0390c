/** Creates a value outside React for `useSyncExternalStore`. `first` creates it on the first read. */
export function createStore<Value extends NonNullable<unknown>>(first: () => Value) {
  const listeners = new Set<() => void>()
  const current: { value: Value | undefined } = { value: undefined }
  return {
    read: (): Value => (current.value ??= first()),
    write: (value: Value) => {
      current.value = value
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
