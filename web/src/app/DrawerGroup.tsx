import type { ReactNode } from 'react'
import type { NavigationLink } from './navigation.ts'
import classes from './Shell.module.css'
import { TopLink } from './TopLink.tsx'

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
        {links.map((link) => (
          <li key={link.href}>
            <TopLink link={link} pathname={pathname} {...(onFollow && { onFollow })} />
          </li>
        ))}
        {children}
      </ul>
    </div>
  )
}
