import { createStore } from './createStore.ts'
import { log } from './log.ts'
import { retry } from './retry.ts'

export const toastVariants = ['success', 'info', 'warning', 'error'] as const
export type ToastVariant = (typeof toastVariants)[number]

interface ToastOptions {
  title?: string
  /** The specification sets a duration for some. Errors and warnings stay until closed. */
  closeAfterMs?: number
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

export const toastsAreNeeded = createStore(() => false)

/** Shows a short message about what has just happened. Never use it as the only signal. */
export function toast(variant: ToastVariant, message: string, options: ToastOptions = {}): void {
  const shown = checkedVariant(variant)
  toastsAreNeeded.write(true)
  retry(loadToasts).then(
    ({ showToast }) =>
      showToast({
        message,
        ...(options.title && { title: options.title }),
        variant: shown,
        autoClose: options.closeAfterMs ?? (staysOpen(shown) ? false : 4000),
        role: staysOpen(shown) ? 'alert' : 'status',
      }),
    (error: unknown) => log.warn(`The toast "${message}" could not be shown: ${String(error)}`),
  )
}
