/** Holds a value outside React, for `useSyncExternalStore` to follow; `first` makes it when it is first read. */
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
