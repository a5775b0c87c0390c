import { Suspense, type ComponentType } from 'react'
import { lazyPage, retry } from './retry.ts'

const Nothing = () => null

/** Creates a small component that the page works without. It shows nothing while it loads, and if it can't be loaded. */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  // Retries before it gives up: `lazyPage` never sees the failure, which it would show.
  const Extra = lazyPage<Props>(() => retry(load).catch(() => Nothing))
  return function LazyExtra(props: Props) {
    return (
      <Suspense>
        <Extra {...props} />
      </Suspense>
    )
  }
}
