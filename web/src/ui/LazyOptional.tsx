import { Suspense, type ComponentType } from 'react'
import { lazyComponent } from './lazyComponent.ts'
import { retry } from './retry.ts'

const Nothing = () => null

/** Creates a small component that the page works without. It shows nothing while it loads, and if it can't be loaded. */
export function lazyOptional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  // Retries before it gives up: `lazyComponent` never sees the failure, which it would show.
  const Extra = lazyComponent<Props>(() => retry(load).catch(() => Nothing))
  return function LazyOptional(props: Props) {
    return (
      <Suspense>
        <Extra {...props} />
      </Suspense>
    )
  }
}
