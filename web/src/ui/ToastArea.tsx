import { Suspense, useSyncExternalStore } from 'react'
import { lazyComponent } from './lazyComponent.ts'
import { loadToasts, toastCode } from './toast.ts'

const Toasts = lazyComponent(() => loadToasts().then((m) => m.Toasts))

/** Contains the toasts, once their code is loaded. If it can't be loaded, the page works without them. */
export function ToastArea() {
  const code = useSyncExternalStore(toastCode.subscribe, toastCode.read)
  if (code !== 'loaded') return null
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  )
}
