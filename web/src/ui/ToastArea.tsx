import { Suspense, useSyncExternalStore } from 'react'
import { lazyPage } from './retry.ts'
import { loadToasts, toastsAreNeeded } from './toast.ts'

const Toasts = lazyPage(() => loadToasts().then((m) => m.Toasts))

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
