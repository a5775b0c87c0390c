import { useEffect, useState, type ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { clsx } from './clsx.ts'
import classes from './Flash.module.css'

/** SHELL-19 */
const shownMs = 3000
const fadingMs = 1000

/** Shows a message that disappears on its own. Give a new `key` to show it again. */
export function Flash({ children }: { children: ReactNode }) {
  const [phase, setPhase] = useState<'shown' | 'fading' | 'gone'>('shown')
  useEffect(() => {
    const timers = [
      setTimeout(() => setPhase('fading'), shownMs),
      setTimeout(() => setPhase('gone'), shownMs + fadingMs),
    ]
    return () => timers.forEach(clearTimeout)
  }, [])
  if (phase === 'gone') return null
  return (
    <div className={clsx(classes['flash'], phase === 'fading' && classes['fading'])}>
      <Banner tone="success" announce title={children} />
    </div>
  )
}
