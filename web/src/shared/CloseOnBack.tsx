import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Identifies what is open on the page at this entry of the history. */
    overlay?: string
  }
}

/**
 * While mounted, the browser's Back closes what is open instead of leaving the page: it has an entry in the history of
 * its own, which is left again when it is closed in another way.
 */
export function CloseOnBack({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const current = useLocation({ select: ({ state }) => state.overlay })
  const own = useRef('')
  const wasOpen = useRef(false)
  const enter = useEffectEvent(() => {
    own.current = crypto.randomUUID()
    const overlay = own.current
    const stay = { to: '.', search: true, hash: true, resetScroll: false, ignoreBlocker: true } as const
    void navigate({ ...stay, state: (before) => ({ ...before, overlay }) })
  })
  const leave = useEffectEvent(() => {
    if (history.location.state.overlay === own.current) history.back({ ignoreBlocker: true })
  })
  const follow = useEffectEvent(() => {
    const isOpen = current === own.current
    if (wasOpen.current && !isOpen) onClose()
    wasOpen.current = isOpen
  })
  useEffect(() => {
    enter()
    return () => leave()
  }, [])
  useEffect(() => follow(), [current])
  return null
}
