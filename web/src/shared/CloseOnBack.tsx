import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { randomId } from '../ui/randomId.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Identifies what is open on the page at this entry of the history. */
    overlay?: string
  }
}

const stay = { to: '.', search: true, hash: true, resetScroll: false, ignoreBlocker: true } as const

/**
 * While mounted, the browser's Back closes what is open instead of leaving the page: it has an entry in the history of
 * its own, which is left again when it is closed in another way.
 */
export function CloseOnBack({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { history } = useRouter()
  // Another one than before the page was reloaded, whose entries may still be in the history.
  const [overlay] = useState(randomId)
  const isCurrent = useLocation({ select: ({ state }) => state.overlay === overlay })
  const wasCurrent = useRef(false)
  const enter = useEffectEvent(() => {
    void navigate({ ...stay, state: (before) => ({ ...before, overlay }) })
  })
  const leave = useEffectEvent(() => {
    if (history.location.state.overlay === overlay) history.back({ ignoreBlocker: true })
  })
  const follow = useEffectEvent(() => {
    if (wasCurrent.current && !isCurrent) onClose()
    wasCurrent.current = isCurrent
  })
  useEffect(() => {
    enter()
    return () => leave()
  }, [])
  useEffect(() => follow(), [isCurrent])
  return null
}
