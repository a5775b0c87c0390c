import { useBlocker } from '@tanstack/react-router'

/** While mounted, the browser's Back closes what is open instead of leaving the page. */
export function CloseOnBack({ onClose }: { onClose: () => void }) {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false
      onClose()
      return true
    },
    enableBeforeUnload: false,
  })
  return null
}
