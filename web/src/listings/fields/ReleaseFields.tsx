import { listingLimits } from '@trestle/domain/listings/limits.ts'
import type { VersionOption } from '@trestle/domain/listings/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import '../../texts/listings.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { LabeledSwitch } from '../../ui/LabeledSwitch.tsx'
import { LazySelect } from '../../ui/LazySelect.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Section } from '../../ui/Section.tsx'
import classes from './Fields.module.css'
import { Marked, TextField } from './ListingField.tsx'
import type { ListingForm } from '../editor/useListingForm.ts'
import type { ListingPartProps } from './parts.ts'
import { humanize } from '../../ui/humanize.ts'
import { lookUp } from '../../ui/lookUp.ts'

/** The published tag is blue, the one in review green (LIST-33, LIST-34). */
const tones: Record<VersionOption['state'], Tone> = { published: 'info', in_review: 'success' }

function VersionTag({ state }: Pick<VersionOption, 'state'>) {
  const { t } = useTranslation()
  return (
    <Badge tone={lookUp(tones, state) ?? 'neutral'}>
      <span data-state={state}>{t(`listings.release.${state}`, { defaultValue: humanize(state) })}</span>
    </Badge>
  )
}

/** Selects the marketplace version and edits the notes for reviewers (LIST-32 to LIST-36, LADM-01). */
export function ReleaseFields({ appId, listing, form }: ListingPartProps) {
  const { t } = useTranslation()
  const { content } = form
  return (
    <Section title={t('listings.release.title')}>
      <Marked form={form} path="app_version_id">
        <VersionPicker
          versionsHref={form.audience === 'staff' ? paths.adminApp(appId) : paths.app(appId, 'versions')}
          versions={listing.versions}
          value={content.app_version_id}
          error={form.errorOf('app_version_id')}
          isReadOnly={form.isReadOnly}
          touch={form.touch}
          set={form.set}
        />
      </Marked>
      <Marked form={form} path="draft_developer_notes">
        <TextField
          path="draft_developer_notes"
          form={form}
          label={t('listings.release.draft_developer_notes')}
          hint={t('listings.release.draft_developer_notesHint')}
          value={content.draft_developer_notes}
          onChange={(draft_developer_notes) => form.set({ draft_developer_notes })}
          required
          multiline
          max={listingLimits.draft_developer_notes}
        />
      </Marked>
      <Marked form={form} path="installable">
        <LabeledSwitch
          label={t('listings.release.installable')}
          description={t('listings.release.installableHint')}
          checked={content.installable}
          disabled={form.isReadOnly}
          data-path="installable"
          onChange={({ currentTarget }) => form.set({ installable: currentTarget.checked })}
        />
      </Marked>
      {form.audience === 'staff' && (
        <Marked form={form} path="beta">
          <LabeledSwitch
            label={t('listings.release.beta')}
            description={t('listings.release.betaHint')}
            checked={content.beta}
            disabled={form.isReadOnly}
            onChange={({ currentTarget }) => form.set({ beta: currentTarget.checked })}
          />
        </Marked>
      )}
    </Section>
  )
}

type VersionPickerProps = Pick<ListingForm, 'isReadOnly' | 'touch' | 'set'> & {
  versionsHref: string
  versions: VersionOption[]
  value: string | null
  error: string | null
}

const VersionPicker = memo(function VersionPicker(props: VersionPickerProps) {
  const { versionsHref, versions, value, error, isReadOnly, touch, set } = props
  const { t } = useTranslation()
  const options = versions.map((version) => ({
    value: version.app_version_id,
    label: `${versionLabel(version)} ${t(`listings.release.${version.state}`, { defaultValue: humanize(version.state) })}`,
  }))
  const isGone = isReadOnly && value !== null && !versions.some((version) => version.app_version_id === value)
  return (
    <>
      <LazySelect
        label={t('listings.release.app_version_id')}
        description={t('listings.release.app_versionHint')}
        data-path="app_version_id"
        required
        allowDeselect={false}
        placeholder={t('listings.release.choose')}
        data={options}
        value={value}
        readOnly={isReadOnly}
        error={error}
        onBlur={() => touch('app_version_id')}
        onChange={(app_version_id) => set({ app_version_id })}
        renderOption={({ option }) => {
          const version = versions.find(({ app_version_id }) => app_version_id === option.value)
          return version ? (
            <span className={classes['version']}>
              {versionLabel(version)} <VersionTag state={version.state} />
            </span>
          ) : (
            option.label
          )
        }}
      />
      {isGone && <p className={classes['muted']}>{t('listings.release.goneVersion')}</p>}
      {versions.length === 0 && !isGone && (
        <p className={classes['muted']}>
          {t('listings.release.noVersions')}{' '}
          <TextLink href={versionsHref}>{t('listings.release.noVersionsAction')}</TextLink>
        </p>
      )}
    </>
  )
})
