import { useEffect, useState, type ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { clsx } from './clsx.ts'
import classes from './Flash.module.css'
import { flashPhase, flashTimes, type FlashPhase } from './flashPhase.ts'

interface FlashProps {
  children: ReactNode
  onGone?: () => void
}

/** Shows a message that disappears on its own. Give a new `key` to show it again. */
export function Flash({ children, onGone }: FlashProps) {
  const [phase, setPhase] = useState<FlashPhase>('shown')
  useEffect(() => {
    const steps = [flashTimes.shownMs, flashTimes.shownMs + flashTimes.fadingMs]
    const timers = steps.map((ms) => setTimeout(() => setPhase(flashPhase(ms)), ms))
    return () => timers.forEach(clearTimeout)
  }, [])
  useEffect(() => {
    if (phase === 'gone') onGone?.()
  }, [phase, onGone])
  if (phase === 'gone') return null
  return (
    <div className={clsx(classes['flash'], phase === 'fading' && classes['fading'])}>
      <Banner tone="success" announce title={children} />
    </div>
  )
}
