import { Suspense, useSyncExternalStore } from 'react'
import { lazyComponent } from './lazyComponent.ts'
import { loadToasts, toastsAreNeeded } from './toast.ts'

const Toasts = lazyComponent(() => loadToasts().then((m) => m.Toasts))

/** Contains the toasts. Their code loads with the first one. */
export function ToastArea() {
  const isNeeded = useSyncExternalStore(toastsAreNeeded.subscribe, toastsAreNeeded.read)
  if (!isNeeded) return null
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  )
}
