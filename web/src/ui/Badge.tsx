import { clsx } from './clsx.ts'
import type { ReactNode } from 'react'
import classes from './Badge.module.css'

export const tones = [
  'neutral',
  'accent',
  'info',
  'success',
  'warning',
  'danger',
  'sandbox',
  'production',
] as const
export type Tone = (typeof tones)[number]

interface BadgeProps {
  tone?: Tone
  /** Set it wherever the tone has a meaning, because color alone is not enough. */
  icon?: ReactNode
  /** For a sentence, which may be wider than a phone. */
  wraps?: boolean
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, wraps = false, children }: BadgeProps) {
  return (
    <span className={clsx(classes['badge'], classes[tone], wraps && classes['wraps'])}>
      {icon}
      {children}
    </span>
  )
}
