import { Suspense, useEffect, useState, type ComponentType } from 'react'
import { Boundary } from './Boundary.tsx'
import classes from './LazyOverlay.module.css'
import { lazyPage, type LazyPage } from './retry.ts'
import { useWasOpened } from './useWasOpened.ts'

interface OverlayProps {
  opened: boolean
}

interface LoadedProps<Props> {
  content: ComponentType<Props>
  props: Props
}

/**
 * Opens the overlay after it is mounted. One that is mounted open doesn't know which element had the focus before, and
 * so can't return it.
 */
function Loaded<Props extends OverlayProps>({ content: Content, props }: LoadedProps<Props>) {
  const [isMounted, setMounted] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- the first render must be closed
  useEffect(() => setMounted(true), [])
  return <Content {...props} opened={props.opened && isMounted} />
}

/**
 * Renders an overlay whose code loads when it opens for the first time. Afterwards it stays mounted, so that it can
 * close with a transition. If its code can't be loaded, the notice is over the page, as the overlay would be.
 */
export function lazyOverlay<Props extends OverlayProps>(
  load: () => Promise<ComponentType<Props>>,
): LazyPage<Props> {
  const content = lazyPage(load)
  function LazyOverlay(props: Props) {
    if (!useWasOpened(props.opened)) return null
    return (
      <div className={classes['fault']}>
        <Boundary>
          <Suspense fallback={null}>
            <Loaded content={content} props={props} />
          </Suspense>
        </Boundary>
      </div>
    )
  }
  return Object.assign(LazyOverlay, { preload: content.preload })
}
