import type { ConfirmationMethod } from '@trestle/domain/http/confirmation.ts'
import { useSyncExternalStore } from 'react'
import { createStore } from '../ui/createStore.ts'

/** How the user can confirm their identity while calls are waiting for it. Empty while none are. */
type ConfirmationMethods = readonly ConfirmationMethod[]

const none: ConfirmationMethods = []

/** Queues the calls that are waiting for the user to confirm their identity, so that they share one dialog. */
export function createConfirmation() {
  const { read, write, subscribe } = createStore<ConfirmationMethods>(() => none)
  const waiting: ((isConfirmed: boolean) => void)[] = []
  const settle = (isConfirmed: boolean) => {
    write(none)
    for (const resolve of waiting.splice(0)) resolve(isConfirmed)
  }
  return {
    read,
    subscribe,
    /** Opens the dialog. Resolves with whether the user has confirmed their identity. */
    ask: async (methods: ConfirmationMethods, signal?: AbortSignal): Promise<boolean> => {
      signal?.throwIfAborted()
      return new Promise((resolve, reject) => {
        waiting.push(resolve)
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        write(methods)
      })
    },
    finish: () => settle(true),
    cancel: () => settle(false),
  }
}

export const confirmation = createConfirmation()

export const useConfirmationMethods = (): ConfirmationMethods =>
  useSyncExternalStore(confirmation.subscribe, confirmation.read, confirmation.read)
