import { createContext, useContext, useLayoutEffect } from 'react'

interface OpenDialog {
  /** False while it closes. */
  opened: boolean
  isBusy: boolean
  /** Counts a request that the dialog waits for. Returns a function to call at its end. */
  markBusy: () => () => void
  /** Counts a part with unsaved input. Returns a function to call once it is saved. */
  markUnsaved: () => () => void
  /** Closes the dialog as its X does: asks first if there is unsaved input. */
  close: () => void
}

/** The dialog or drawer around a component. Outside of them, nothing has to stay open. */
export const OpenDialogContext = createContext<OpenDialog>({
  opened: true,
  isBusy: false,
  markBusy: () => () => undefined,
  markUnsaved: () => () => undefined,
  close: () => undefined,
})

/** Returns whether the dialog around waits for a reply. */
export const useIsDialogBusy = (): boolean => useContext(OpenDialogContext).isBusy

/** Returns a function that closes the dialog around, which asks first if there is unsaved input. */
export const useCloseDialog = (): (() => void) => useContext(OpenDialogContext).close

/** Keeps the dialog around open while its request runs, so that it can show a refusal. */
export function useHoldOpen(isBusy: boolean): void {
  const { markBusy } = useContext(OpenDialogContext)
  useLayoutEffect(() => (isBusy ? markBusy() : undefined), [isBusy, markBusy])
}

/**
 * Makes the dialog around ask before it loses unsaved input. A layout effect, because a passive one may run after the
 * next key: an immediate Escape would then discard the input without a question. Returns whether the input can still be
 * lost: not while the dialog closes.
 */
export function useUnsaved(isUnsaved: boolean): boolean {
  const { opened, markUnsaved } = useContext(OpenDialogContext)
  useLayoutEffect(() => (isUnsaved ? markUnsaved() : undefined), [isUnsaved, markUnsaved])
  return isUnsaved && opened
}
