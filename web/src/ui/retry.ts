import { UserError } from './failure.ts'
import { createElement, use, type ComponentType, type FunctionComponent } from 'react'

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

export interface RetryOptions {
  retries?: number
  delayMs?: number
  wait?: (ms: number) => Promise<void>
}

/** Tries once and twice more, 300 ms apart, then throws the module-load error. */
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

export type LazyPage<Props> = FunctionComponent<Props> & { preload: () => Promise<void> }

/** Creates a component that loads on first use. Every dynamic import of a screen goes through here. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  const state: { loading: Promise<ComponentType<Props>> | null; hasFailed: boolean } = {
    loading: null,
    hasFailed: false,
  }
  const forget = () => {
    state.loading = null
    state.hasFailed = false
  }
  const start = () => {
    const loading = retry(load).then(
      (component) => {
        // Where `use` looks first: it would suspend for a promise that it doesn't know, also if its value is here, and
        // React shows a loading state for at least 300 ms.
        void Object.assign(loading, { status: 'fulfilled', value: component })
        return component
      },
      (error: unknown) => {
        state.hasFailed = true
        if (error instanceof BundleError) error.forget = forget
        throw error
      },
    )
    return loading
  }
  // The router preloads on hover, and the following click joins that attempt.
  const loading = () => (state.loading ??= start())
  const LazyComponent = (props: Props) => createElement(use(loading()), props)
  const preload = async () => {
    if (state.hasFailed) forget()
    await loading()
  }
  return Object.assign(LazyComponent, { preload })
}
