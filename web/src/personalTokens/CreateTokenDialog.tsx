import { NativeSelect, TextInput } from '@mantine/core'
import type { TokenAction } from '@trestle/domain/access/tokenActions.ts'
import {
  createPersonalToken as endpoint,
  type NewPersonalToken,
} from '@trestle/domain/personalTokens/contract.ts'
import { maxDaysFor } from '@trestle/domain/personalTokens/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { useOneTimeCall } from '../shared/useOneTimeCall.ts'
import '../texts/personalTokens.ts'
import { CancelButton } from '../ui/CancelButton.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { createPersonalToken } from './queries.ts'
import { ActionFields } from './ActionFields.tsx'
import { AppFields } from './AppFields.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'

interface TokenValues extends Record<string, unknown> {
  name: string
  actions: TokenAction[]
  app_ids: number[] | null
  expires_in_days: number
}

const dayChoices = [7, 30, 60, 90, 180, 365]

/** Returns the choices up to the limit, and the limit itself. */
const choicesUpTo = (limit: number): number[] => [...dayChoices.filter((days) => days < limit), limit]

export interface CreateTokenDialogProps {
  opened: boolean
  onClose: () => void
}

/** Asks what a new token may do, then shows the token, which can't be shown again. */
export function CreateTokenDialog({ opened, onClose }: CreateTokenDialogProps) {
  const [created, setCreated] = useState<NewPersonalToken | null>(null)
  return (
    <>
      <TokenForm
        opened={opened}
        onClose={onClose}
        onCreated={(token) => {
          onClose()
          setCreated(token)
        }}
      />
      {created && <NewTokenDialog token={created} onDone={() => setCreated(null)} />}
    </>
  )
}

interface TokenFormProps extends CreateTokenDialogProps {
  onCreated: (token: NewPersonalToken) => void
}

function TokenForm({ opened, onClose, onCreated }: TokenFormProps) {
  const { t } = useTranslation()
  const maxDays = useSession().flags.personal_token_max_days
  const form = useSchemaForm<TokenValues>(endpoint.body, {
    name: '',
    actions: [],
    app_ids: null,
    expires_in_days: Math.min(30, maxDays),
  })
  const { name, actions, app_ids: appIds, expires_in_days: days } = form.values
  const limit = maxDaysFor(actions, maxDays)
  const labels = {
    name: t('personalTokens.form.name'),
    expires_in_days: t('personalTokens.form.expires'),
    app_ids: t('personalTokens.form.apps'),
    actions: t('personalTokens.form.actions'),
  }
  const chooseActions = (chosen: TokenAction[]) => {
    // One at a time, because setting them together would clear the errors of all other fields.
    form.setFieldValue('actions', chosen)
    form.setFieldValue('expires_in_days', Math.min(days, maxDaysFor(chosen, maxDays)))
  }
  const chooseApps = (chosen: number[] | null) => {
    form.setFieldValue('app_ids', chosen)
    if (chosen !== null) chooseActions(actions.filter((action) => action !== 'apps.create'))
  }
  const create = useOneTimeCall(async (values: TokenValues) => {
    onCreated(await createPersonalToken(values))
    form.reset()
  })
  const close = () => {
    form.reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={t('personalTokens.form.title')} size="lg">
      <LeaveGuard unsaved={form.isDirty()} />
      <FormShell
        form={form}
        labels={labels}
        onSubmit={create}
        submitLabel={t('personalTokens.form.submit')}
        errorTitle={t('personalTokens.form.failed')}
        needsChange={false}
        cancel={<CancelButton />}
      >
        <TextInput
          label={labels.name}
          description={t('personalTokens.form.nameHint')}
          required
          data-autofocus
          {...form.getInputProps('name')}
          // An error below the empty field would move the choice that is being clicked.
          onBlur={() => name !== '' && form.validateField('name')}
        />
        <NativeSelect
          label={labels.expires_in_days}
          {...form.getInputProps('expires_in_days')}
          value={String(days)}
          onChange={(event) => form.setFieldValue('expires_in_days', Number(event.currentTarget.value))}
          data={choicesUpTo(limit).map((count) => ({
            value: String(count),
            label: t('personalTokens.form.days', { count }),
          }))}
        />
        <AppFields value={appIds} onChange={chooseApps} error={form.errors['app_ids']} />
        <ActionFields
          value={actions}
          onChange={chooseActions}
          error={form.errors['actions']}
          forAllApps={appIds === null}
        />
      </FormShell>
    </Modal>
  )
}
