/**
 * Returns a function that computes something once for each object, and remembers the result as long as the object
 * exists.
 */
export function oncePer<Key extends object, Value extends object>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}
