import { useState } from 'react'
import { clsx } from '../ui/clsx.ts'
import { firstLetter } from '../ui/firstLetter.ts'
import classes from './AppIcon.module.css'

interface AppIconProps {
  name: string
  src: string | null
  large?: boolean
}

/** Shows an app's picture or its first letter. Has no accessible name, because the app's name is next to it. */
export function AppIcon({ name, src, large = false }: AppIconProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const className = clsx(classes['icon'], large && classes['large'])
  if (src !== null && src !== broken) {
    return <img className={className} src={src} alt="" onError={() => setBroken(src)} />
  }
  return (
    <span className={className} aria-hidden>
      {firstLetter(name)}
    </span>
  )
}
