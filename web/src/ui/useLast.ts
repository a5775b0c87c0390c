import { useState } from 'react'

/** Returns the last value that was not null, such as the content of a dialog while it fades out. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
