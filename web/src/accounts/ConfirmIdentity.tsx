import { confirmation, useConfirmationMethods } from '../http/confirmation.ts'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import type { ConfirmIdentityDialogProps } from './ConfirmIdentityDialog.tsx'

/** Lazy, because few calls ask for a confirmation. */
const ConfirmIdentityDialog = lazyOverlay<ConfirmIdentityDialogProps>(() =>
  import('./ConfirmIdentityDialog.tsx').then((m) => m.ConfirmIdentityDialog),
)

/**
 * Asks users to confirm their identity in a dialog over the page, so that their input stays and the call can continue.
 */
export function ConfirmIdentity() {
  const methods = useConfirmationMethods()
  return <ConfirmIdentityDialog opened={methods.length > 0} onClose={confirmation.cancel} />
}
