import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ReferenceNavigation } from './ReferenceNavigation.tsx'
import classes from './ReferenceLayout.module.css'

interface ReferenceLayoutProps {
  /** Shown in the navigation below the current page's entry. */
  inside?: ReactNode
  children: ReactNode
}

export function ReferenceLayout({ inside, children }: ReferenceLayoutProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <div className={classes['layout']}>
      <ReferenceNavigation here={pathname}>{inside}</ReferenceNavigation>
      <div className={classes['page']}>{children}</div>
    </div>
  )
}
