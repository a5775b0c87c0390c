import { Button, type ButtonProps } from '@mantine/core'
import { createContext, useContext, type ComponentPropsWithRef, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { clsx } from './clsx.ts'
import classes from './Link.module.css'

/** Client-side navigation for links; the app provides its router, so that ui/ does not depend on one. */
interface Navigation {
  navigate: (href: string) => void
  /** Like `navigate`, without a way back to the page. */
  replace: (href: string) => void
  preload: (href: string) => void
}

const NavigationContext = createContext<Navigation | null>(null)

export const NavigationProvider = NavigationContext.Provider

/** Returns null on pages without the router, where links load documents. */
export const useNavigation = (): Navigation | null => useContext(NavigationContext)

const AddressContext = createContext((href: string) => href)

/** Rewrites the addresses of all links inside it, so that a part of the product can keep its own state. */
export const AddressProvider = AddressContext.Provider

type LinkProps = ComponentPropsWithRef<'a'> & { href: string }

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Renders a real link: the browser's ways to open it work, and a plain click navigates inside the app. */
export function Link({ href: address, onClick, target, rel, children, ...rest }: LinkProps) {
  const navigation = useNavigation()
  const href = useContext(AddressContext)(address)
  const isInside = href.startsWith('/') && target !== '_blank'
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !navigation || !isInside || !isPlainClick(event)) return
    event.preventDefault()
    navigation.navigate(href)
  }
  const preload = () => {
    if (isInside) navigation?.preload(href)
  }
  const safeRel = target === '_blank' ? 'noreferrer' : rel
  return (
    <a
      {...rest}
      href={href}
      target={target}
      rel={safeRel}
      onClick={follow}
      onMouseEnter={preload}
      onFocus={preload}
    >
      {children}
      {target === '_blank' && <NewTabNote />}
    </a>
  )
}

function NewTabNote() {
  const { t } = useTranslation()
  return <span className="visually-hidden"> {t('ui.newTab')}</span>
}

interface TextLinkProps {
  href: string
  target?: '_blank'
  className?: string | undefined
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  /** Called in addition to following the link, for example to close the enclosing menu. */
  onClick?: () => void
  children: ReactNode
}

/** A plain element, because a list renders one or two of them in each of its fifty rows. */
export function TextLink({ className, ...link }: TextLinkProps) {
  return <Link {...link} className={clsx(classes['text'], className)} />
}

interface LinkButtonProps extends ButtonProps {
  href: string
  target?: '_blank'
  /** Called in addition to following the link. */
  onClick?: () => void
  children: ReactNode
}

/** Renders a link that looks like a button, for navigation. */
export function LinkButton(props: LinkButtonProps) {
  return <Button component={Link} {...props} />
}
