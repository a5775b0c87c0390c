import { UserError } from './failure.ts'

export const bundleMessage = 'Error loading JavaScript module bundle. Please reload the page.'

/** A part of the page failed to load. Trying again or reloading the page may help. */
export class BundleError extends UserError {
  override readonly mustReload = true
  /** Makes the next render fetch the part again; otherwise it fails with this error again. */
  forget: () => void = () => undefined

  constructor(cause: unknown) {
    super(bundleMessage, { cause })
    this.name = 'BundleError'
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface RetryOptions {
  retries?: number
  delayMs?: number
  wait?: (ms: number) => Promise<void>
}

/** Tries three times, 300 ms apart, then throws the module-load error. */
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
