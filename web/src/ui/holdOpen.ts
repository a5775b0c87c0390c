import { createContext, useContext, useLayoutEffect } from 'react'

interface OpenDialog {
  isBusy: boolean
  setBusy: (isBusy: boolean) => void
  /** Closes the dialog as its X does: asks first if there is unsaved input. */
  close: () => void
}

/** The dialog around a component. Outside of dialogs, nothing has to stay open. */
export const OpenDialogContext = createContext<OpenDialog>({
  isBusy: false,
  setBusy: () => undefined,
  close: () => undefined,
})

/** Returns whether the dialog around waits for a reply. */
export const useIsDialogBusy = (): boolean => useContext(OpenDialogContext).isBusy

/** Returns a function that closes the dialog around, which asks first if there is unsaved input. */
export const useCloseDialog = (): (() => void) => useContext(OpenDialogContext).close

/** Keeps the dialog around open while its request runs, so that it can show a refusal. */
export function useHoldOpen(isBusy: boolean): void {
  const { setBusy } = useContext(OpenDialogContext)
  useLayoutEffect(() => {
    if (!isBusy) return
    setBusy(true)
    return () => setBusy(false)
  }, [isBusy, setBusy])
}
