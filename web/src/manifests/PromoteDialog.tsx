import { Stack, Text, Textarea } from '@mantine/core'
import { requiredText } from '@trestle/domain/http/fields.ts'
import { maxReleaseNotes, type ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/rules.ts'
import { levelLabels, noPermissions } from '@trestle/domain/permissions/rules.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FormShell } from '../ui/FormShell.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { ExampleNote } from './ExampleNote.tsx'
import { CancelButton, GuardedModal, useUnsaved } from './GuardedModal.tsx'
import { permissionChanges } from './permissionChanges.ts'
import classes from './PromoteDialog.module.css'
import { useLast } from './useLast.ts'

interface PromoteDialogProps {
  /** Null while the dialog is closed. */
  version: ManifestVersion | null
  newestProduction: ManifestVersion | null
  onPromote: (version: ManifestVersion, changelog: string) => Promise<void>
  onClose: () => void
}

export function PromoteDialog({ version, newestProduction, onPromote, onClose }: PromoteDialogProps) {
  const { t } = useTranslation()
  const shown = useLast(version)
  const title = shown ? t('manifests.promotion.title', { version: versionLabel(shown) }) : ''
  return (
    <GuardedModal opened={version !== null} onClose={onClose} title={title} size="lg">
      {shown && <PromotionForm version={shown} newestProduction={newestProduction} onPromote={onPromote} />}
    </GuardedModal>
  )
}

interface PromotionFormProps extends Omit<PromoteDialogProps, 'version' | 'onClose'> {
  version: ManifestVersion
}

const Notes = z.object({ changelog: requiredText(maxReleaseNotes) })

function PromotionForm({ version, newestProduction, onPromote }: PromotionFormProps) {
  const { t } = useTranslation()
  const form = useSchemaForm(Notes, { changelog: '' })
  useUnsaved(form.isDirty())
  const label = t('manifests.promotion.releaseNotes')
  const promote = async ({ changelog }: { changelog: string }) => {
    await onPromote(version, changelog)
  }
  return (
    <Stack gap="lg">
      <Consequences version={version} newestProduction={newestProduction} />
      <ExampleNote content={version.content} />
      <FormShell
        form={form}
        labels={{ changelog: label }}
        onSubmit={promote}
        submitLabel={t('manifests.promotion.submit')}
        errorTitle={t('manifests.promotion.failed')}
        needsChange={false}
        requiredNote={false}
        saveHotkey
        actions={<CancelButton />}
      >
        <Textarea
          label={label}
          description={t('manifests.promotion.releaseNotesHint')}
          required
          autosize
          minRows={4}
          maxRows={12}
          data-autofocus
          {...form.getInputProps('changelog')}
        />
      </FormShell>
    </Stack>
  )
}

interface ConsequencesProps {
  version: ManifestVersion
  newestProduction: ManifestVersion | null
}

function Consequences({ version, newestProduction }: ConsequencesProps) {
  const { t } = useTranslation()
  return (
    <div className={classes['consequences']}>
      <h3>{t('manifests.promotion.whatHappens')}</h3>
      <ul>
        <li>{t('manifests.promotion.copy', { version: versionLabel(version) })}</li>
        <li>{t('manifests.promotion.notListed')}</li>
        {newestProduction && <li>{t('manifests.promotion.update')}</li>}
      </ul>
      <h3>{t('manifests.promotion.permissions')}</h3>
      <PermissionChanges version={version} newestProduction={newestProduction} />
    </div>
  )
}

function PermissionChanges({ version, newestProduction }: ConsequencesProps) {
  const { t } = useTranslation()
  const before = newestProduction?.configured_manifest_content.permissions ?? noPermissions
  const changes = permissionChanges(before, version.configured_manifest_content.permissions)
  const last = newestProduction ? { version: versionLabel(newestProduction) } : null
  if (changes.length === 0) {
    return (
      <Text>
        {last ? t('manifests.promotion.noPermissionChanges', last) : t('manifests.promotion.noPermissions')}
      </Text>
    )
  }
  return (
    <>
      <Text>{last ? t('manifests.promotion.comparedWith', last) : t('manifests.promotion.first')}</Text>
      <ul>
        {changes.map(({ scope, tool, from, to }) => (
          <li key={`${scope} ${tool}`}>
            {t('manifests.promotion.change', {
              tool,
              scope: t(`manifests.promotion.scope.${scope}`),
              from: levelLabels[from],
              to: levelLabels[to],
            })}
          </li>
        ))}
      </ul>
    </>
  )
}
