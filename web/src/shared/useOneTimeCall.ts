import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * Wraps a call whose reply can't be loaded again, such as a new secret: the user can't leave the page while it runs.
 * From then on, the dialog with the reply keeps them there.
 */
export function useOneTimeCall<Input extends unknown[]>(
  run: (...input: Input) => Promise<void>,
): (...input: Input) => Promise<void> {
  const [isRunning, setRunning] = useState(false)
  useBlocker({ shouldBlockFn: () => isRunning, enableBeforeUnload: () => isRunning })
  return async (...input) => {
    setRunning(true)
    try {
      await run(...input)
    } finally {
      setRunning(false)
    }
  }
}
