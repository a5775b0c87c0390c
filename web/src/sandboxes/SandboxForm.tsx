import type { AppRole } from '@trestle/domain/apps/contract.ts'
import type { Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RedirectsForm } from '../shared/RedirectsForm.tsx'
import '../texts/credentials.ts'
import '../texts/sandboxes.ts'
import { useUpdateSandbox } from './queries.ts'
import { SandboxFacts } from './SandboxFacts.tsx'

interface SandboxFormProps {
  sandbox: Sandbox
  canEdit: boolean
  role: AppRole | null
  secret: ReactNode
}

/** Shows the live sandbox: its facts, and the settings its developers may change (SBX-04, SBX-12, SBX-22). */
export function SandboxForm({ sandbox, canEdit, role, secret }: SandboxFormProps) {
  const { t } = useTranslation()
  const { mutateAsync: update } = useUpdateSandbox(sandbox.id)
  const isGuest = role === 'user'
  return (
    <>
      <SandboxFacts sandbox={sandbox} secret={secret} isGuest={isGuest} />
      {!isGuest && (
        <RedirectsForm
          stored={sandbox}
          update={update}
          canEdit={canEdit}
          action="sandbox.edit"
          environment="sandbox"
          texts={{
            submit: t('sandboxes.form.save'),
            saved: t('sandboxes.form.saved'),
          }}
        />
      )}
    </>
  )
}
