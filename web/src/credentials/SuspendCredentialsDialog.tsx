import { suspendCredentials as endpoint } from '@trestle/domain/oauth/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/credentialSuspensions.ts'
import { ReasonDialog } from '../shared/ReasonDialog.tsx'
import { toast } from '../ui/toast.ts'
import { focusCredentialState } from './focusCredentialState.ts'
import { suspendCredentials, type SecretScope } from './queries.ts'

export interface SuspendCredentialsDialogProps extends SecretScope {
  appName: string
  opened: boolean
  onClose: () => void
}

const schema = endpoint.body.pick({ reason: true })

/** Asks for the reason of a suspension, and says what it ends. */
export function SuspendCredentialsDialog(props: SuspendCredentialsDialogProps) {
  const { appId, appName: name, environment, opened, onClose } = props
  const { t } = useTranslation()
  const names = { name, environment: t(`ui.${environment}`).toLowerCase() }
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      schema={schema}
      texts={{
        title: t('credentialSuspensions.title', names),
        detail: t('credentialSuspensions.detail', names),
        label: t('credentialSuspensions.reason'),
        hint: t('credentialSuspensions.reasonHint'),
        submit: t('credentialSuspensions.submit'),
        failed: t('credentialSuspensions.failed'),
      }}
      onSubmit={async (reason) => {
        await suspendCredentials({ appId, environment }, reason)
        toast('success', t('credentialSuspensions.wereSuspended', names))
        focusCredentialState(environment)
      }}
    />
  )
}
