import { createContext, useContext, useLayoutEffect } from 'react'

interface OpenDialog {
  /** False while it closes. */
  opened: boolean
  isBusy: boolean
  /** Changes the number of requests that the dialog waits for. */
  addRequests: (count: number) => void
  /** Changes the number of parts with unsaved input. */
  addUnsaved: (count: number) => void
  /** Closes the dialog like its X does, and asks first if there is unsaved input. */
  close: () => void
}

/** The dialog or drawer around a component. Outside of one, nothing needs to stay open. */
export const OpenDialogContext = createContext<OpenDialog>({
  opened: true,
  isBusy: false,
  addRequests: () => undefined,
  addUnsaved: () => undefined,
  close: () => undefined,
})

/** Returns whether the enclosing dialog is waiting for a reply. */
export const useIsDialogBusy = (): boolean => useContext(OpenDialogContext).isBusy

/** Returns a function that closes the enclosing dialog, which asks first if there is unsaved input. */
export const useCloseDialog = (): (() => void) => useContext(OpenDialogContext).close

/** Keeps the enclosing dialog open while its request runs, so that it can show a refusal. */
export function useHoldOpen(isBusy: boolean): void {
  const { addRequests } = useContext(OpenDialogContext)
  useLayoutEffect(() => {
    if (!isBusy) return
    addRequests(1)
    return () => addRequests(-1)
  }, [isBusy, addRequests])
}

/**
 * Makes the enclosing dialog ask before it loses unsaved input. A layout effect, because a passive effect may run
 * after the next key press, and an immediate Escape would discard the input without a question. Returns whether the
 * input can still be lost: not while the dialog closes.
 */
export function useUnsaved(isUnsaved: boolean): boolean {
  const { opened, addUnsaved } = useContext(OpenDialogContext)
  useLayoutEffect(() => {
    if (!isUnsaved) return
    addUnsaved(1)
    return () => addUnsaved(-1)
  }, [isUnsaved, addUnsaved])
  return isUnsaved && opened
}
