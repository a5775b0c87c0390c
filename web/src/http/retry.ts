import { UserError } from '../ui/failure.ts'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

export const bundleMessage = 'Error loading JavaScript module bundle. Please reload the page.'

/** A part of the page could not be fetched: only a reload helps, so the error boundary offers one. */
export class BundleError extends UserError {
  override readonly mustReload = true

  constructor(cause: unknown) {
    super(bundleMessage, { cause })
    this.name = 'BundleError'
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export interface RetryOptions {
  retries?: number
  delayMs?: number
  wait?: (ms: number) => Promise<void>
}

/** The first attempt and two more, 300 ms apart; then the module-load message. */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { retries = 2, delayMs = 300, wait = pause } = options
  try {
    return await attempt()
  } catch (error) {
    if (retries === 0) throw new BundleError(error)
    await wait(delayMs)
    return retry(attempt, { retries: retries - 1, delayMs, wait })
  }
}

export type LazyPage<Props> = LazyExoticComponent<ComponentType<Props>> & { preload: () => Promise<void> }

/** A component fetched when it is first needed. Every dynamic import of a screen goes through here. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  const held: { loading: Promise<ComponentType<Props>> | null } = { loading: null }
  // The router asks ahead when a link is pointed at: the click that follows joins that attempt. A failed one is forgotten.
  const once = () =>
    (held.loading ??= retry(load).catch((error: unknown) => {
      held.loading = null
      throw error
    }))
  const component = lazy(async () => ({ default: await once() }))
  return Object.assign(component, { preload: async () => void (await once()) })
}
