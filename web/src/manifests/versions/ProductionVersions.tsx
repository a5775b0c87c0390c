import { Anchor, Group, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { reviewTransitionLabels } from '@trestle/domain/manifests/rules.ts'
import { isSuperseded, versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/manifests.ts'
import { fullDate } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageAction } from '../../shared/usePageAction.ts'
import { ManifestDialog } from './ManifestDialog.tsx'
import type { Note, NotesDialogProps, Reading } from './NotesDialog.tsx'
import { OlderVersions } from './OlderVersions.tsx'
import { versionList } from '../queries.ts'
import { review } from '../mutations.ts'
import { ReasonButton } from '../ReasonButton.tsx'
import type { ReviewDialogProps, ReviewStep, ReviewInput } from '../review/ReviewDialog.tsx'
import { ReviewState } from '../review/ReviewState.tsx'
import type { NamedApp, Rights } from '../rights.ts'
import classes from './ProductionVersions.module.css'
import { useNewestVersions } from './useNewestVersions.ts'
import { findPublished, reviewButtons, type ReviewButton } from './versionActions.ts'
import { keyColumn, PublishedCell, versionColumn } from './VersionColumns.tsx'

const NotesDialog = lazyOverlay<NotesDialogProps>(() =>
  import('./NotesDialog.tsx').then((m) => m.NotesDialog),
)
const ReviewDialog = lazyOverlay<ReviewDialogProps>(() =>
  import('../review/ReviewDialog.tsx').then((m) => m.ReviewDialog),
)

interface ProductionVersionsProps {
  app: NamedApp
  rights: Rights
}

export function ProductionVersions({ app, rights }: ProductionVersionsProps) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(versionList(app.id, 'ProductionEnvironment'))
  const { mutateAsync } = useMutation(review(app.id))
  const [shown, setShown] = useState<ManifestVersion | null>(null)
  const [reading, setReading] = useState<Reading | null>(null)
  const [step, setStep] = useState<ReviewStep | null>(null)
  const { box, shown: newest, older } = useNewestVersions(list, ({ state }) => state === 'in_review')
  const versions = list.data?.versions
  const published = findPublished(versions ?? [])
  usePageAction('review', versions !== undefined, ({ versionId, transition }) => {
    const version = versions?.find(({ id }) => id === versionId)
    const buttons = version ? reviewButtons(version, published, rights.reviewRole, rights.isStaffScreen) : []
    const isOn = buttons.some((button) => button.transition === transition && button.isAllowed)
    if (version && isOn) setStep({ version, transition })
  })

  const takeStep = async ({ version, transition }: ReviewStep, input: ReviewInput) => {
    await mutateAsync({ transition, appVersionId: version.app_version_id, ...input })
    toast('success', t(`manifests.review.done.${transition}`, { version: versionLabel(version) }))
    setStep(null)
    // The button that opened the dialog disappears with the old state.
    requestAnimationFrame(() => document.getElementById(reviewCellId(version))?.focus())
  }
  const foldsBesidePanel = rights.isStaffScreen ? 'early' : true
  const columns: Column<ManifestVersion>[] = [
    versionColumn(t, setShown),
    {
      key: 'released',
      label: t('manifests.section.released'),
      folds: foldsBesidePanel,
      cell: (version) => fullDate(version.created_at),
    },
    { ...keyColumn(t, true), folds: foldsBesidePanel },
    {
      key: 'published',
      label: t('manifests.section.published'),
      folds: true,
      cell: (version) => <PublishedCell isPublished={version.published_to_marketplace} />,
    },
    {
      key: 'notes',
      label: t('manifests.section.releaseNotes'),
      folds: true,
      cell: (version) => <ReleaseNotesCell version={version} onRead={setReading} />,
    },
    {
      key: 'review',
      label: t('manifests.section.review'),
      folds: true,
      cell: (version) => (
        <ReviewCell
          version={version}
          published={published}
          rights={rights}
          onStep={setStep}
          onRead={setReading}
        />
      ),
    },
  ]
  return (
    <>
      <div ref={box} className={classes['narrowHeads']}>
        <Table
          label={t('manifests.section.productionTable')}
          columns={columns}
          rows={newest}
          total={list.data?.total}
          rowKey={(version) => version.id}
          busy={list.isFetching}
          error={list.error}
          errorTitle={rights.isStaffScreen ? undefined : t('manifests.loadFailed')}
          onRetry={() => void list.refetch()}
          skeletonRows={2}
          empty={<NothingInProduction isStaffScreen={rights.isStaffScreen} />}
        />
      </div>
      <OlderVersions list={older} />
      <ManifestDialog version={shown} onClose={() => setShown(null)} />
      <NotesDialog opened={reading !== null} reading={reading} onClose={() => setReading(null)} />
      <ReviewDialog
        opened={step !== null}
        step={step}
        published={published}
        onReview={takeStep}
        onClose={() => setStep(null)}
      />
    </>
  )
}

function NothingInProduction({ isStaffScreen }: { isStaffScreen: boolean }) {
  const { t } = useTranslation()
  const isGovernmentCloud = useFlags().gov_cloud
  const forDevelopers = isGovernmentCloud
    ? t('manifests.section.emptyProductionDetailGovCloud')
    : t('manifests.section.emptyProductionDetail')
  return (
    <EmptyState
      title={t('manifests.section.emptyProductionTitle')}
      detail={isStaffScreen ? t('manifests.section.emptyStaffDetail') : forDevelopers}
    />
  )
}

interface ReadCellProps {
  version: ManifestVersion
  onRead: (reading: Reading) => void
}

function ReleaseNotesCell({ version, onRead }: ReadCellProps) {
  const { t } = useTranslation()
  const { changelog } = version
  const label = { version: versionLabel(version) }
  if (!changelog) return <>{t('manifests.section.noReleaseNotes')}</>
  return (
    <Anchor
      component="button"
      type="button"
      underline="always"
      aria-label={t('manifests.section.viewReleaseNotesOf', label)}
      onClick={() =>
        onRead({
          title: t('manifests.releaseNotes.title', label),
          notes: [{ heading: null, text: changelog }],
        })
      }
    >
      {t('manifests.section.viewReleaseNotes')}
    </Anchor>
  )
}

const reviewCellId = (version: ManifestVersion) => `review-${version.id}`

interface ReviewCellProps extends ReadCellProps {
  published: ManifestVersion | null
  rights: Rights
  onStep: (step: ReviewStep) => void
}

function ReviewCell({ version, published, rights, onStep, onRead }: ReviewCellProps) {
  const { t } = useTranslation()
  const label = { version: versionLabel(version) }
  const notes: Note[] = [
    { heading: t('manifests.section.developerNotes'), text: version.developer_notes ?? '' },
    { heading: t('manifests.section.decision'), text: version.decision_message ?? '' },
  ].filter(({ text }) => text !== '')
  const buttons = reviewButtons(version, published, rights.reviewRole, rights.isStaffScreen)
  return (
    <Stack id={reviewCellId(version)} tabIndex={-1} gap="xs" align="flex-start">
      <ReviewState version={version} published={published} />
      {buttons.length > 0 && (
        <Group gap="xs" wrap="nowrap">
          {buttons.map(({ transition, isAllowed }) => (
            <ReasonButton
              key={transition}
              size="xs"
              variant={transition === 'approve' || transition === 'submit' ? 'filled' : 'default'}
              aria-label={t('manifests.section.reviewVersion', {
                action: reviewTransitionLabels[transition],
                ...label,
              })}
              reason={
                isAllowed
                  ? null
                  : t(`manifests.section.${rights.isStaffScreen ? 'reviewOwn' : 'reviewNotAllowed'}`)
              }
              onClick={() => onStep({ version, transition })}
            >
              {reviewTransitionLabels[transition]}
            </ReasonButton>
          ))}
        </Group>
      )}
      {notes.length > 0 && (
        <Anchor
          component="button"
          type="button"
          underline="always"
          onClick={() => onRead({ title: t('manifests.section.viewNotesOf', label), notes })}
        >
          {t('manifests.section.viewNotes')}
        </Anchor>
      )}
      <SupersededNote version={version} published={published} buttons={buttons} />
    </Stack>
  )
}

type SupersededNoteProps = Pick<ReviewCellProps, 'version' | 'published'> & { buttons: ReviewButton[] }

/** Says why a version in review can't be approved anymore, and how to end its review (decision 47). */
function SupersededNote({ version, published, buttons }: SupersededNoteProps) {
  const { t } = useTranslation()
  if (published === null || !isSuperseded(version, published)) return null
  const step = buttons.find(({ isAllowed }) => isAllowed)?.transition
  return (
    <p className={classes['note']}>
      {t('manifests.review.superseded.reason', { version: versionLabel(published) })}
      {(step === 'withdraw' || step === 'reject') && ` ${t(`manifests.review.superseded.${step}`)}`}
    </p>
  )
}
