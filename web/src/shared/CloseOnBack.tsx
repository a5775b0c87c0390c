import { useBlocker } from '@tanstack/react-router'
import { useNewestBlocker } from './useNewestBlocker.ts'

/** While mounted, the browser's Back closes what is open instead of leaving the page. */
export function CloseOnBack({ onClose }: { onClose: () => void }) {
  const closes = useNewestBlocker((_, action) => action === 'BACK')
  useBlocker({
    shouldBlockFn: ({ action, next }) => {
      if (!closes(next.pathname, action)) return false
      onClose()
      return true
    },
    enableBeforeUnload: false,
  })
  return null
}
