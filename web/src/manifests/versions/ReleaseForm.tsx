import { requiredText } from '@trestle/domain/http/fields.ts'
import {
  maxReleaseNotes,
  type ConfiguredContent,
  type ManifestVersion,
} from '@trestle/domain/manifests/contract.ts'
import { hasAnyAccess } from '@trestle/domain/permissions/rules.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { LeaveGuard } from '../../shared/LeaveGuard.tsx'
import '../../texts/releases.ts'
import { Banner } from '../../ui/Banner.tsx'
import { EnvironmentBadge } from '../../ui/EnvironmentBadge.tsx'
import { FormShell } from '../../ui/FormShell.tsx'
import { GrowingTextarea } from '../../ui/GrowingTextarea.tsx'
import { useSchemaForm } from '../../ui/useSchemaForm.ts'
import { ExampleNote } from '../editor/ExampleNote.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { PermissionChanges } from './PermissionChanges.tsx'
import classes from './ReleaseForm.module.css'

const Notes = z.object({ changelog: requiredText(maxReleaseNotes) })

interface ReleaseFormProps {
  content: unknown
  /** The version's data connector. */
  configured: Pick<ConfiguredContent, 'oauth' | 'permissions'>
  newestProduction: ManifestVersion | null
  /** The effects of this version in addition to those of every release. */
  consequence: string
  /** Notes from an earlier attempt that was refused. */
  notes?: string
  submitLabel: string
  errorTitle: string
  keepsErrorTitle?: boolean | undefined
  onRelease: (changelog: string) => Promise<void>
}

/** Confirms a release to production and asks for its release notes (PROM-15, PROM-16). */
export function ReleaseForm(props: ReleaseFormProps) {
  const { content, consequence, notes = '', configured, newestProduction, onRelease } = props
  const { permissions } = configured
  const { t } = useTranslation()
  const form = useSchemaForm(Notes, { changelog: notes })
  const label = t('releases.promotion.releaseNotes')
  const stopsAccount =
    newestProduction !== null &&
    hasAnyAccess(newestProduction.configured_manifest_content.permissions) &&
    !hasAnyAccess(permissions)
  const locksUserLevel = configured.oauth.enabled && newestProduction?.auth_code_locked !== true
  return (
    <FormShell
      form={form}
      labels={{ changelog: label }}
      onSubmit={({ changelog }) => onRelease(changelog)}
      submitLabel={props.submitLabel}
      errorTitle={props.errorTitle}
      keepsErrorTitle={props.keepsErrorTitle}
      needsChange={false}
      requiredNote={false}
      color="production"
      saveHotkey
      cancel={<CancelButton />}
    >
      <LeaveGuard unsaved={form.isDirty()} />
      <div>
        <EnvironmentBadge environment="production" />
      </div>
      <div className={classes['consequences']}>
        <h3>{t('releases.promotion.whatHappens')}</h3>
        <ul>
          <li>{consequence}</li>
          <li>{t('releases.promotion.notListed')}</li>
          {locksUserLevel && <li>{t('releases.promotion.locksUserLevel')}</li>}
          {newestProduction && <li>{t('releases.promotion.update')}</li>}
        </ul>
        <h3>{t('releases.promotion.permissions')}</h3>
        <PermissionChanges permissions={permissions} before={newestProduction} step="promotion" />
      </div>
      {stopsAccount && <Banner tone="warning">{t('releases.promotion.stopsAccount')}</Banner>}
      <ExampleNote content={content} />
      <GrowingTextarea
        label={label}
        description={t('releases.promotion.releaseNotesHint')}
        required
        minRows={4}
        maxRows={12}
        data-autofocus
        {...form.getInputProps('changelog')}
      />
    </FormShell>
  )
}
