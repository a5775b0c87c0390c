import { Link } from '../ui/Link.tsx'
import { LinkTitle } from './LinkTitle.tsx'
import { currentLink, type NavigationLink } from './navigation.ts'
import classes from './Shell.module.css'

interface TopLinksProps {
  links: NavigationLink[]
  pathname: string
  onFollow?: (() => void) | undefined
}

/** Shows links as list items, and marks the link that names the current page most precisely. */
export function TopLinks({ links, pathname, onFollow }: TopLinksProps) {
  const current = currentLink(pathname, links)
  return links.map((link) => (
    <li key={link.href}>
      <Link
        href={link.href}
        className={classes['link']}
        aria-current={link === current ? 'page' : undefined}
        onClick={onFollow}
        {...(link.newTab && { target: '_blank' })}
      >
        <LinkTitle link={link} />
      </Link>
    </li>
  ))
}
