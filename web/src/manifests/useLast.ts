import { useState } from 'react'

/** A closing dialog keeps showing what it was about until it has faded out. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
