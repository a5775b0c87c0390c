import { useState } from 'react'
import { isSame } from './isSame.ts'

/**
 * Returns the earlier value while the new one has the same content, so that memoized parts don't rerender. For
 * values that JSON can express.
 */
export function useUnchanged<Value>(value: Value): Value {
  const [earlier, setEarlier] = useState(value)
  if (isSame(earlier, value)) return earlier
  setEarlier(value)
  return value
}
