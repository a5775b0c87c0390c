import { useLocation, useNavigate, useRouter, type HistoryState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOpenDialog } from '../ui/openDialog.ts'
import { randomId } from '../ui/randomId.ts'
import { closeTopDialog } from '../ui/useEscape.ts'
import { addOverlay, leaveClosed } from './overlays.ts'

/** The page behind stays where it is. */
const stay = { resetScroll: false, hashScrollIntoView: false, ignoreBlocker: true }

/**
 * Makes the browser's Back close the dialog or drawer around it, as Escape does, instead of leaving the page. While it
 * is open, it has an entry of its own in the history.
 */
export function CloseOnBack() {
  const { opened } = useOpenDialog()
  return opened && <HistoryEntry />
}

function HistoryEntry() {
  const { history } = useRouter()
  const [id] = useState(randomId)
  useEffect(() => {
    const remove = addOverlay(id)
    return () => {
      remove()
      // Not if a link closed it, which leads to another entry in this moment.
      setTimeout(() => leaveClosed(history))
    }
  }, [id, history])
  useEntry(id)
  useFollowing(id)
  useHolding(id)
  return null
}

const isOpenAt = (id: string, { state }: { state: HistoryState }) => state.overlays?.includes(id) ?? false

/** Adds the entry. */
function useEntry(id: string) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const enter = useEffectEvent(() => {
    if (isOpenAt(id, history.location)) return
    void navigate({
      ...stay,
      // Unlike `to: '.'`, also stays on a page that doesn't exist.
      href: history.location.href,
      state: ({ overlays = [], __TSR_key: key = '', pageKey = key, ...before }) => ({
        ...before,
        overlays: [...overlays, id],
        pageKey,
      }),
    })
  })
  useEffect(() => enter(), [])
}

/** Closes the dialog when its entry is left. */
function useFollowing(id: string) {
  const { close, closesNow } = useOpenDialog()
  const isCurrent = useLocation({ select: (location) => isOpenAt(id, location) })
  const wasCurrent = useRef(false)
  const follow = useEffectEvent(() => {
    if (wasCurrent.current && !isCurrent && closesNow()) close()
    wasCurrent.current = isCurrent
  })
  useEffect(() => follow(), [isCurrent])
}

/** Stays at the entry while the dialog asks before it closes, or another one is above it, which closes instead. */
function useHolding(id: string) {
  const { history } = useRouter()
  const { closesNow } = useOpenDialog()
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: false,
        blockerFn: ({ currentLocation: current, nextLocation: next, action }) => {
          const isBack = action !== 'PUSH' && action !== 'REPLACE' && current.pathname === next.pathname
          if (!isBack || !isOpenAt(id, current) || isOpenAt(id, next) || closesNow()) return false
          closeTopDialog()
          return true
        },
      }),
    [id, history, closesNow],
  )
}
