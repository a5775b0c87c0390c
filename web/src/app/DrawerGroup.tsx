import type { ReactNode } from 'react'
import type { NavigationLink } from './navigation.ts'
import classes from './Shell.module.css'
import { TopLinks } from './TopLinks.tsx'

interface DrawerGroupProps {
  title?: string
  links: NavigationLink[]
  pathname: string
  onFollow?: () => void
  children?: ReactNode
}

/** Shows a group of links in the narrow menu. */
export function DrawerGroup({ title, links, pathname, onFollow, children }: DrawerGroupProps) {
  return (
    <div className={classes['drawerSection']}>
      {title && <h2>{title}</h2>}
      <ul>
        <TopLinks links={links} pathname={pathname} onFollow={onFollow} />
        {children}
      </ul>
    </div>
  )
}
