import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a function that stays the same and calls the latest one, so that memoized parts aren't drawn again. */
export function useLatest<Input extends unknown[], Output>(
  latest: (...input: Input) => Output,
): (...input: Input) => Output {
  const current = useRef(latest)
  // Before anyone can press a key.
  useLayoutEffect(() => {
    current.current = latest
  })
  return useCallback((...input) => current.current(...input), [])
}
