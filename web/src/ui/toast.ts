import { notifications } from '@mantine/notifications'
import { log } from './log.ts'

export const toastVariants = ['success', 'info', 'warning', 'error'] as const
export type ToastVariant = (typeof toastVariants)[number]

interface ToastOptions {
  title?: string
  /** The specification sets a time for some; errors and warnings stay until closed. */
  closeAfterMs?: number
}

const colors = { success: 'green', info: 'blue', warning: 'orange', error: 'red' } as const

const isVariant = (variant: string): variant is ToastVariant =>
  (toastVariants as readonly string[]).includes(variant)

const staysOpen = (variant: ToastVariant) => variant === 'error' || variant === 'warning'

/** Returns the variant to show; an unknown one is logged and shown as information (ERR-09). */
export function checkedVariant(variant: string): ToastVariant {
  if (isVariant(variant)) return variant
  log.warn(`There is no toast variant "${variant}".`)
  return 'info'
}

/** Shows a short message about what has just happened. Never use it as the only signal. */
export function toast(variant: ToastVariant, message: string, options: ToastOptions = {}): void {
  const shown = checkedVariant(variant)
  notifications.show({
    message,
    ...(options.title && { title: options.title }),
    color: colors[shown],
    autoClose: options.closeAfterMs ?? (staysOpen(shown) ? false : 4000),
    role: staysOpen(shown) ? 'alert' : 'status',
  })
}
