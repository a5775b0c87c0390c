import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createContext, useContext, type ComponentPropsWithRef, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** How a click on a link moves inside the page; the app hands in its router, so that ui/ needs none. */
export interface Navigation {
  navigate: (href: string) => void
  preload: (href: string) => void
}

const NavigationContext = createContext<Navigation | null>(null)

export const NavigationProvider = NavigationContext.Provider

const AddressContext = createContext((href: string) => href)

/** Inside it every link leads to what this makes of its address: a part of the product can stay in its own state. */
export const AddressProvider = AddressContext.Provider

type LinkProps = ComponentPropsWithRef<'a'> & { href: string }

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A real link: the browser's own ways of opening it keep working, a plain click stays inside the page. */
export function Link({ href: given, onClick, target, rel, children, ...rest }: LinkProps) {
  const navigation = useContext(NavigationContext)
  const href = useContext(AddressContext)(given)
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

interface TextLinkProps extends AnchorProps {
  href: string
  target?: '_blank'
  /** Beside following it: to close what it stands in. */
  onClick?: () => void
  children: ReactNode
}

export function TextLink(props: TextLinkProps) {
  return <Anchor component={Link} underline="always" inherit {...props} />
}

interface LinkButtonProps extends ButtonProps {
  href: string
  target?: '_blank'
  /** Beside following it. */
  onClick?: () => void
  children: ReactNode
}

/** Looks like a button, is a link: for going somewhere. */
export function LinkButton(props: LinkButtonProps) {
  return <Button component={Link} {...props} />
}
