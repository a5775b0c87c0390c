import { useEffect, useState } from 'react'
import { endedSession, useSessionEnd } from '../http/endedSession.ts'
import { queryClient } from '../http/queryClient.ts'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import type { SignInDialogProps } from './SignInDialog.tsx'

/** Lazy, because few sessions end while a page is open. */
const SignInDialog = lazyOverlay<SignInDialogProps>(() =>
  import('./SignInDialog.tsx').then((m) => m.SignInDialog),
)

const pauseMs = 500

/** Returns true after a pause in typing, so that the dialog doesn't capture keys meant for the page. */
function useTypingPause(isWanted: boolean): boolean {
  const [hasPaused, setPaused] = useState(false)
  useEffect(() => {
    if (!isWanted) return undefined
    const pause = () => setPaused(true)
    let timer = setTimeout(pause, pauseMs)
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(pause, pauseMs)
    }
    window.addEventListener('keydown', restart, { capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', restart, { capture: true })
      setPaused(false)
    }
  }, [isWanted])
  return hasPaused
}

/** Reloads the failed queries once the user is signed in again. */
function reloadFailed(): void {
  if (endedSession.read() !== 'none') return
  void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
}

/** Signs the user in over the page when the session has ended, so that their input stays and can be saved. */
export function SignInAgain() {
  const isAsking = useSessionEnd() === 'asking'
  const opened = useTypingPause(isAsking) && isAsking
  useEffect(() => endedSession.subscribe(reloadFailed), [])
  return <SignInDialog opened={opened} onClose={endedSession.decline} />
}
