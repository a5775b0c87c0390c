import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ReferenceNavigation } from './ReferenceNavigation.tsx'
import classes from './ReferenceLayout.module.css'

interface ReferenceLayoutProps {
  /** What stands in the navigation under the page's own entry. */
  inside?: ReactNode
  children: ReactNode
}

export function ReferenceLayout({ inside, children }: ReferenceLayoutProps) {
  const { pathname } = useLocation()
  return (
    <div className={classes['layout']}>
      <ReferenceNavigation here={pathname}>{inside}</ReferenceNavigation>
      <div className={classes['page']}>{children}</div>
    </div>
  )
}
