import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Boundary } from './Boundary.tsx'
import { lazyComponent } from './lazyComponent.ts'
import { whenIdle } from './whenIdle.ts'

/** Creates a component below the first screen, whose code loads once the page is idle. */
export function lazyWhenIdle<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode,
): ComponentType<Props> {
  const Lazy = lazyComponent(load)
  return function LazyWhenIdle(props: Props) {
    const [isDue, setDue] = useState(false)
    useEffect(() => whenIdle(() => setDue(true)), [])
    return (
      <Boundary>
        <Suspense fallback={placeholder}>{isDue ? <Lazy {...props} /> : placeholder}</Suspense>
      </Boundary>
    )
  }
}
