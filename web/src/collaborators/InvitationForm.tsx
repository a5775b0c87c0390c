import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { createInvitation } from '@trestle/domain/collaborators/contract.ts'
import { assignableRoles, type AssignableRole } from '@trestle/domain/collaborators/contract.ts'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import '../texts/collaborators.ts'
import { CancelButton } from '../ui/CancelButton.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { useInvite } from './queries.ts'

const schema = createInvitation.body.pick({ email: true, role: true })

/** Most collaborators don't need to edit, so the role with fewer permissions is the default. */
const empty: { email: string; role: AssignableRole } = { email: '', role: 'developer' }

interface InvitationFormProps {
  appId: number
  onSent: (email: string) => void
}

export function InvitationForm({ appId, onSent }: InvitationFormProps) {
  const { t } = useTranslation()
  const { mutateAsync: invite } = useInvite()
  const form = useSchemaForm(schema, empty)
  const labels = { email: t('collaborators.invite.email'), role: t('collaborators.invite.role') }
  return (
    <FormShell
      form={form}
      labels={labels}
      needsChange={false}
      submitLabel={t('collaborators.invite.submit')}
      errorTitle={t('collaborators.invite.failed')}
      onSubmit={async (values) => {
        const { email } = await invite({ developer_app_id: appId, ...values })
        toast('success', t('collaborators.invite.sent', { email }))
        onSent(email)
      }}
      cancel={<CancelButton />}
    >
      <LeaveGuard unsaved={form.isDirty()} />
      <Text size="sm">{t('collaborators.invite.lead')}</Text>
      <TextInput
        type="email"
        label={labels.email}
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Radio.Group label={labels.role} required {...form.getInputProps('role')}>
        <Stack gap="xs" mt={4}>
          {assignableRoles.map((role) => (
            <Radio
              key={role}
              value={role}
              label={t(`collaborators.roles.${role}`)}
              description={t(`collaborators.roleHints.${role}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <div>
        <PermissionMatrix />
      </div>
    </FormShell>
  )
}
