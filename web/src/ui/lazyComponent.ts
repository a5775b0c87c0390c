import { createElement, use, type ComponentType, type FunctionComponent } from 'react'
import { BundleError, retry } from './retry.ts'

export type LazyComponent<Props> = FunctionComponent<Props> & { preload: () => Promise<void> }

/** Creates a component that loads on first use. Every dynamic import of a component goes through here. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
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
        // The property that `use` checks first. It suspends for an unknown promise even if its value is available,
        // and React shows a loading state for at least 300 ms.
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
  const Lazy = (props: Props) => createElement(use(loading()), props)
  const preload = async () => {
    if (state.hasFailed) forget()
    await loading()
  }
  return Object.assign(Lazy, { preload })
}
