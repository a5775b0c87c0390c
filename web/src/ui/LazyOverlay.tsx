import { Loader } from '@mantine/core'
import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Boundary } from './Boundary.tsx'
import classes from './LazyOverlay.module.css'
import { lazyComponent, type LazyComponent } from './lazyComponent.ts'
import { BundleError } from './retry.ts'
import { useWaiting, waitingText } from './useWaiting.ts'
import { useWasTrue } from './useWasTrue.ts'

interface OverlayProps {
  opened: boolean
  /** Closes the overlay. Without this and `onKeep`, the overlay needs an answer. */
  onClose?: () => void
  /** Closes a question without a change. */
  onKeep?: () => void
}

interface MountedOverlayProps<Props> {
  content: ComponentType<Props>
  props: Props
}

/**
 * Opens the overlay after it is mounted. An overlay that is mounted open doesn't know which element had focus
 * before, so it can't return it.
 */
function MountedOverlay<Props extends OverlayProps>({ content: Content, props }: MountedOverlayProps<Props>) {
  const [isMounted, setMounted] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- the first render must be closed
  useEffect(() => setMounted(true), [])
  return <Content {...props} opened={props.opened && isMounted} />
}

/** Says that the overlay is loading, but only after a moment. */
function Opening() {
  const { t } = useTranslation()
  const waiting = useWaiting()
  if (waiting === 'none') return null
  return (
    <output className={classes['opening']}>
      <Loader size="sm" aria-hidden />
      {t(waiting === 'words' ? waitingText() : 'ui.loading')}
    </output>
  )
}

/**
 * Renders an overlay whose code loads when it opens for the first time. After that, it stays mounted, so that it can
 * close with a transition. If its code can't be loaded, the notice is over the page, as the overlay would be. It can
 * be closed like the overlay, which then loads again when it opens.
 */
export function lazyOverlay<Props extends OverlayProps>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const content = lazyComponent(load)
  function LazyOverlay(props: Props) {
    const { opened, onClose, onKeep } = props
    const wasOpened = useWasTrue(opened)
    const [isDismissed, setDismissed] = useState(false)
    const opener = useRef<Element | null>(null)
    useEffect(() => {
      if (opened) opener.current = document.activeElement
    }, [opened])
    if (isDismissed && opened) setDismissed(false)
    if (!wasOpened || isDismissed) return null
    const close = onClose ?? onKeep
    const dismiss = (error: unknown) => {
      if (error instanceof BundleError) error.forget()
      setDismissed(true)
      close?.()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    }
    return (
      <div className={classes['notice']} hidden={!opened}>
        <Boundary {...(close && { onDismiss: dismiss })}>
          <Suspense fallback={<Opening />}>
            <MountedOverlay content={content} props={props} />
          </Suspense>
        </Boundary>
      </div>
    )
  }
  return Object.assign(LazyOverlay, { preload: content.preload })
}
