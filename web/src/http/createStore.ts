/** Creates a value outside React for `useSyncExternalStore`. `first` creates it on the first read. */
export function createStore<Value extends NonNullable<unknown>>(first: () => Value) {
  const listeners = new Set<() => void>()
  const held: { value: Value | undefined } = { value: undefined }
  return {
    read: (): Value => (held.value ??= first()),
    write: (value: Value) => {
      held.value = value
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
