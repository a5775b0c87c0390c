import { Group, Loader, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createDeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags, useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import '../texts/apps.ts'
import '../texts/settings.ts'
import { CancelButton } from '../ui/CancelButton.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { useCreateApp } from './mutations.ts'
import { newApp } from './queries.ts'

/** The time after which the app opens regardless of its sandbox's status (APP-14). */
const longestWaitMs = 10_000

export interface CreateAppDialogProps {
  opened: boolean
  onClose: () => void
}

export function CreateAppDialog({ opened, onClose }: CreateAppDialogProps) {
  const { t } = useTranslation()
  const [created, setCreated] = useState<DeveloperApp | null>(null)
  const name = created?.internal_name
  return (
    <Modal
      opened={opened || created !== null}
      onClose={onClose}
      title={name === undefined ? t('apps.create.title') : t('apps.create.creating', { name })}
      locked={created !== null}
    >
      {created === null ? <CreateAppForm onCreated={setCreated} /> : <WaitForSandbox app={created} />}
    </Modal>
  )
}

interface CreateAppFormProps {
  onCreated: (app: DeveloperApp) => void
}

function CreateAppForm({ onCreated }: CreateAppFormProps) {
  const { t } = useTranslation()
  const { developer } = useSession()
  const { mutateAsync: create } = useCreateApp()
  const form = useSchemaForm(createDeveloperApp.body, { internal_name: '', confidential: true })
  return (
    <FormShell
      form={form}
      labels={{ internal_name: t('apps.create.name'), confidential: t('settings.credentials.privacy') }}
      needsChange={false}
      disabledReason={developer?.email_confirmed ? null : t('apps.list.unconfirmed')}
      submitLabel={t('apps.create.submit')}
      errorTitle={t('apps.create.failed')}
      keepsErrorTitle
      onSubmit={async (values) => onCreated(await create(values))}
      cancel={<CancelButton />}
    >
      <LeaveGuard unsaved={form.isDirty()} />
      <TextInput
        label={t('apps.create.name')}
        description={t('apps.create.nameHint')}
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('internal_name')}
      />
      <Radio.Group
        label={t('settings.credentials.privacy')}
        description={t('apps.create.privacyHint')}
        value={form.values.confidential === false ? 'public' : 'confidential'}
        onChange={(value) => form.setFieldValue('confidential', value === 'confidential')}
      >
        <Stack gap="sm" mt="xs">
          {(['confidential', 'public'] as const).map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`settings.credentials.${value}`)}
              description={t(`apps.create.${value}Hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm">
        {t('apps.create.agreementBefore')}{' '}
        <TextLink href={paths.terms()} target="_blank">
          {t('apps.create.terms')}
        </TextLink>
        .
      </Text>
    </FormShell>
  )
}

const hasStoppedBuilding = (app: DeveloperApp) => app.sandbox !== null && app.sandbox.status !== 'pending'

/** Opens the new app once its sandbox is built, after 10 s at the latest, or immediately in government cloud (APP-15). */
function WaitForSandbox({ app }: { app: DeveloperApp }) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const navigate = useNavigate()
  const { data = app } = useQuery({ ...newApp(String(app.id)), enabled: !isGovernmentCloud })
  const [hasWaited, setWaited] = useState(false)
  const isDone = isGovernmentCloud || hasWaited || hasStoppedBuilding(data)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), longestWaitMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (isDone) void navigate({ href: paths.app(app.id), replace: true })
  }, [isDone, navigate, app.id])
  return (
    <Group gap="md" wrap="nowrap" py="sm">
      <Loader size="sm" aria-hidden />
      <output>
        {isGovernmentCloud ? t('apps.create.creatingDetailGovCloud') : t('apps.create.creatingDetail')}
      </output>
    </Group>
  )
}
