import { createStore } from './createStore.ts'
import { log } from './log.ts'
import { retry } from './retry.ts'

const toastVariants = ['success', 'info', 'warning', 'error'] as const
export type ToastVariant = (typeof toastVariants)[number]

interface ToastOptions {
  title?: string
  /** The specification sets a duration for some. Errors, warnings and `null` stay until closed. */
  closeAfterMs?: number | null
}

const isVariant = (variant: string): variant is ToastVariant =>
  (toastVariants as readonly string[]).includes(variant)

const staysOpen = (variant: ToastVariant) => variant === 'error' || variant === 'warning'

/** Returns the variant to show; an unknown one is logged and shown as information (ERR-09). */
export function checkedVariant(variant: string): ToastVariant {
  if (isVariant(variant)) return variant
  log.warn(`There is no toast variant "${variant}".`)
  return 'info'
}

/** Lazy, because few visits to a page show a toast. */
export const loadToasts = () => import('./Toasts.tsx')

/** Whether the code of toasts is loaded. A later toast tries again after a failure. */
export const toastCode = createStore<'missing' | 'loading' | 'loaded'>(() => 'missing')

/** Shows a short message about what has just happened. Never use it as the only signal. */
export function toast(variant: ToastVariant, message: string, options: ToastOptions = {}): void {
  const shown = checkedVariant(variant)
  const { title, closeAfterMs = staysOpen(shown) ? null : 4000 } = options
  if (toastCode.read() !== 'loaded') toastCode.write('loading')
  retry(loadToasts).then(
    ({ showToast }) => {
      toastCode.write('loaded')
      showToast({
        message,
        ...(title && { title }),
        variant: shown,
        autoClose: closeAfterMs ?? false,
        role: staysOpen(shown) ? 'alert' : 'status',
      })
    },
    (error: unknown) => {
      toastCode.write('missing')
      log.warn(`The toast "${message}" could not be shown: ${String(error)}`)
    },
  )
}
