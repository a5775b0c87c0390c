import { useState } from 'react'

/** Returns whether a value is or ever was true. For example, a dialog that was never open needs no component. */
export function useWasTrue(value: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(value)
  if (value && !wasTrue) setWasTrue(true)
  return wasTrue || value
}
