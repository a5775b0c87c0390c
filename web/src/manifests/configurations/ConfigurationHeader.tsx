import { Button, Group } from '@mantine/core'
import { headerBadge } from '@trestle/domain/manifests/badge.ts'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { missingFields } from '@trestle/domain/manifests/saving.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import { VersionBadge } from '../../shared/VersionBadge.tsx'
import '../../texts/configurations.ts'
import '../../texts/manifests.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { fullDate } from '../../ui/dates.ts'
import { Section } from '../../ui/Section.tsx'
import type { BuilderProblems } from './builderProblems.ts'
import classes from './ConfigurationHeader.module.css'
import { ManifestDialog } from '../versions/ManifestDialog.tsx'
import { pathLabel } from '../editor/pointers.ts'
import { Promotion } from '../versions/Promotion.tsx'
import { ReasonButton } from '../ReasonButton.tsx'
import type { NamedApp, Rights } from '../rights.ts'
import type { Builder } from './useBuilder.ts'
import { useHasPromoted } from '../versions/promotedApps.ts'
import { promotionBlock } from '../versions/versionActions.ts'

export interface Newest {
  /** The newer of the sandbox and production versions, which the cards show. */
  version: ManifestVersion | undefined
  sandbox: ManifestVersion | null
  production: ManifestVersion | null
}

interface ConfigurationHeaderProps {
  app: NamedApp
  rights: Rights
  newest: Newest
  builder: Builder
  problems: BuilderProblems
  /** Why saving is disabled; null when it is possible. */
  saveReason: string | null
  onSave: () => void
  onPromoted: () => void
}

/** Shows the version with its badge and actions (CONF-09 to CONF-12). */
export function ConfigurationHeader(props: ConfigurationHeaderProps) {
  const { app, rights, newest, builder, problems, onPromoted } = props
  const { t } = useTranslation()
  const { version } = newest
  const [shown, setShown] = useState<ManifestVersion | null>(null)
  const [promoting, setPromoting] = useState<ManifestVersion | null>(null)
  return (
    <Section
      title={version ? t('manifests.version', { version: versionLabel(version) }) : t('configurations.none')}
      description={version ? <CreatedNote version={version} /> : t('configurations.emptyDetail')}
      aside={<StateBadge newest={newest} />}
    >
      {problems.any && rights.canModify && <MissingFields problems={problems} />}
      <Group gap="sm" align="flex-start">
        {version && (
          <Button variant="default" onClick={() => setShown(version)}>
            {t('manifests.viewManifest')}
          </Button>
        )}
        <SaveButtons {...props} />
        {/* Last, because the reason below it is wider than the button. */}
        {version && (
          <PromoteButton
            appId={app.id}
            newest={newest}
            rights={rights}
            isDirty={builder.isDirty}
            isModalOpen={promoting !== null}
            onPromote={setPromoting}
          />
        )}
      </Group>
      <ManifestDialog version={shown} onClose={() => setShown(null)} />
      <Promotion app={app} version={promoting} onClose={() => setPromoting(null)} onPromoted={onPromoted} />
    </Section>
  )
}

function CreatedNote({ version }: { version: ManifestVersion }) {
  const { t } = useTranslation()
  const date = fullDate(version.created_at)
  return version.created_by === null
    ? t('manifests.createdAt', { date })
    : t('manifests.createdBy', { date, name: version.created_by })
}

function StateBadge({ newest }: { newest: Newest }) {
  const isGovernmentCloud = useFlags().gov_cloud
  const { sandbox: newestSandbox, production: newestProduction } = newest
  return <VersionBadge badge={headerBadge({ newestSandbox, newestProduction, isGovernmentCloud })} />
}

/** Lists the missing fields that no card below shows (CONF-50). */
function MissingFields({ problems }: { problems: BuilderProblems }) {
  return (
    <div className={classes['missing']}>
      <Banner tone="danger" announce>
        <p>{missingFields}</p>
        {problems.others.length > 0 && (
          <ul>
            {problems.others.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {path !== '' && `${pathLabel(path)}: `}
                {message}
              </li>
            ))}
          </ul>
        )}
      </Banner>
    </div>
  )
}

interface PromoteButtonProps {
  appId: number
  newest: Newest
  rights: Rights
  isDirty: boolean
  isModalOpen: boolean
  onPromote: (version: ManifestVersion | null) => void
}

/** Shows the Promote button, except in government cloud, which has no promotions. */
function PromoteButton({ appId, newest, rights, isDirty, isModalOpen, onPromote }: PromoteButtonProps) {
  const { t } = useTranslation()
  const hasPromoted = useHasPromoted(appId)
  if (useFlags().gov_cloud) return null
  const version = newest.sandbox ?? undefined
  const block = promotionBlock({
    version,
    canModify: rights.canModify,
    hasPromoted,
    isModalOpen,
  })
  const unsaved = isDirty ? t('configurations.promoteSaved') : null
  return (
    <ReasonButton
      color="production"
      reason={block ? t(`manifests.promotionBlock.${block}`) : unsaved}
      onClick={() => onPromote(newest.sandbox)}
    >
      {t('manifests.promote')}
    </ReasonButton>
  )
}

/** Renders the same button before and after an edit, so that a closing dialog can return the focus to it. */
function SaveButtons({ builder, newest, saveReason, onSave }: ConfigurationHeaderProps) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const saveButton = useRef<HTMLButtonElement>(null)
  const isPromotable = newest.sandbox?.promotable === true && !builder.isDirty
  const { basedOn } = builder
  const discard = () => {
    builder.reset()
    // The button that was pressed disappears with the changes.
    saveButton.current?.focus()
  }
  return (
    <>
      <ReasonButton
        ref={saveButton}
        reason={saveReason}
        variant={isPromotable ? 'default' : 'filled'}
        onClick={onSave}
      >
        {t('configurations.create')}
      </ReasonButton>
      {builder.isDirty && (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('configurations.discard')}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('configurations.discarding.title')}
        confirmLabel={t('configurations.discarding.confirm')}
        cancelLabel={t('configurations.discarding.keep')}
        danger
        onConfirm={discard}
      >
        {basedOn
          ? t('configurations.discarding.detail', { version: versionLabel(basedOn) })
          : t('configurations.discarding.detailFirst')}
      </ConfirmDialog>
    </>
  )
}
