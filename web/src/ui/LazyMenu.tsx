import { getHotkeyHandler, useWindowEvent } from '@mantine/hooks'
import {
  cloneElement,
  startTransition,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type FunctionComponent,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type Ref,
} from 'react'
import { Boundary } from './Boundary.tsx'
import { lazyComponent } from './lazyComponent.ts'

type Trigger = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>

interface MenuProps {
  /** A button with a name. */
  trigger: Trigger
}

/** The props of the menu itself: its trigger, and whether it is open. */
export interface LoadedMenuProps extends MenuProps {
  opened: boolean
  onChange: (opened: boolean) => void
}

interface MountedMenuProps<Props> {
  content: ComponentType<Props & LoadedMenuProps>
  props: Props & MenuProps
}

/** Opens the menu after it is mounted with the focus on its trigger, to which a closed menu returns the focus. */
function MountedMenu<Props>({ content: Content, props }: MountedMenuProps<Props>) {
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLElement>(null)
  useEffect(() => {
    target.current?.focus()
    // oxlint-disable-next-line react/set-state-in-effect -- the first render must be closed
    setOpened(true)
  }, [])
  const leave = () => {
    target.current?.focus()
    setOpened(false)
  }
  // For the command palette, which opens above a menu. Runs before that, so that the palette returns the focus to the
  // trigger.
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
    if (opened) getHotkeyHandler([['mod+K', leave, { preventDefault: false }]])(event)
  }
  useWindowEvent('keydown', onKeyDown, { capture: true })
  return (
    <Content
      {...props}
      // oxlint-disable-next-line react/refs -- cloneElement passes the ref on without reading it
      trigger={cloneElement(props.trigger, { ref: target })}
      opened={opened}
      onChange={setOpened}
    />
  )
}

/**
 * Renders only the trigger of a menu, or of a dialog next to it, until it is first opened. Its code loads when that is
 * likely. If it can't be loaded, only the menu fails.
 */
export function lazyMenu<Props extends object>(
  load: () => Promise<ComponentType<Props & LoadedMenuProps>>,
  role: 'menu' | 'dialog' = 'menu',
): FunctionComponent<Props & MenuProps> {
  const Content = lazyComponent(load)
  // A click tries again, and shows a failure.
  const preload = () => void Content.preload().catch(() => undefined)

  function LazyMenu(props: Props & MenuProps) {
    const [wasOpened, setWasOpened] = useState(false)
    if (wasOpened) return <MountedMenu content={Content} props={props} />
    // A transition keeps the trigger and its focus until the code is loaded.
    const open = () => {
      preload()
      startTransition(() => setWasOpened(true))
    }
    return cloneElement(props.trigger, {
      'aria-haspopup': role,
      'aria-expanded': false,
      onPointerEnter: preload,
      onFocus: preload,
      onClick: open,
      onKeyDown: (event: KeyboardEvent) => {
        if (role !== 'menu' || event.key !== 'ArrowDown') return
        event.preventDefault()
        open()
      },
    })
  }

  return (props) => (
    <Boundary compact>
      <LazyMenu {...props} />
    </Boundary>
  )
}
