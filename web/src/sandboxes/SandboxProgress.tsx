import { Button, Group, Loader } from '@mantine/core'
import { elapsedParts, type SandboxView } from '@trestle/domain/sandboxes/rules.ts'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import '../texts/sandboxes.ts'
import { Banner } from '../ui/Banner.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { TextLink } from '../ui/Link.tsx'
import { useGenerateFakeSandbox, useRequestSandbox } from './queries.ts'
import type { SandboxCardProps } from './SandboxCard.tsx'
import classes from './SandboxCard.module.css'

interface SandboxProgressProps extends SandboxCardProps {
  view: SandboxView
  now: number
}

/** Shows a sandbox that is not live: the reason, what happens next, and what the user can do. */
export function SandboxProgress(props: SandboxProgressProps) {
  const { view, app, permissions, forStaff } = props
  const isBuilding = view === 'building' || view === 'high_demand'
  // Staff may also restart a build that takes too long.
  const canRequest = (!isBuilding && view !== 'unknown') || (forStaff !== undefined && view === 'high_demand')
  return (
    <div className={classes['state']}>
      {isBuilding && <Building {...props} />}
      {view === 'failed' && <Failed />}
      {view === 'none' && <None />}
      {view === 'unknown' && <Unknown />}
      {canRequest && <WhatNext {...props} />}
      <Generate
        appId={app.id}
        permissions={permissions}
        canRequest={canRequest}
        isRebuild={view !== 'none'}
        isForStaff={forStaff !== undefined}
      />
    </div>
  )
}

function SupportLink() {
  const { t } = useTranslation()
  const { support_url: support } = useFlags()
  return <TextLink href={support}>{t('sandboxes.card.support')}</TextLink>
}

function Building({ app, view, now, forStaff }: SandboxProgressProps) {
  const { t } = useTranslation()
  const { unit, count } = elapsedParts(now - Date.parse(app.sandbox?.requested_at ?? ''))
  const elapsed = t(`sandboxes.card.${unit}`, { count })
  const isHighDemand = view === 'high_demand'
  return (
    <>
      {isHighDemand && <Banner tone="warning" announce title={t('sandboxes.card.highDemand')} />}
      <output className={classes['lead']}>
        <Loader size="xs" aria-hidden />{' '}
        {t(forStaff ? 'sandboxes.staff.building' : 'sandboxes.card.building')}
      </output>
      <p>{t(forStaff ? 'sandboxes.staff.buildingDetail' : 'sandboxes.card.buildingDetail')}</p>
      <p className={classes['muted']}>
        {t(isHighDemand ? 'sandboxes.card.elapsedHighDemand' : 'sandboxes.card.elapsed', { elapsed })}
      </p>
      <SupportLink />
    </>
  )
}

function Failed() {
  const { t } = useTranslation()
  return (
    <Banner tone="danger" announce title={t('sandboxes.card.failed')}>
      <p>{t('sandboxes.card.failedDetail')}</p>
      <SupportLink />
    </Banner>
  )
}

function None() {
  const { t } = useTranslation()
  return <p className={classes['lead']}>{t('sandboxes.card.none')}</p>
}

function Unknown() {
  const { t } = useTranslation()
  return <p className={classes['lead']}>{t('ui.unknownState')}</p>
}

const nextSteps = {
  none: { owner: 'askToGenerate', others: 'askOwner' },
  failed: { owner: 'tryAgain', others: 'tryAgainOwner' },
} as const

const staffSteps = {
  none: 'sandboxes.staff.none',
  failed: 'sandboxes.staff.failed',
  high_demand: 'sandboxes.staff.highDemand',
} as const

/** Asks the owner to generate a sandbox, and everyone else to ask the owner (SBX-07, SBX-08). */
function WhatNext({ app, permissions, view, forStaff }: SandboxProgressProps) {
  const { t } = useTranslation()
  if (forStaff) {
    return (
      <p>
        {forStaff.refusal ??
          t(staffSteps[view === 'failed' || view === 'none' ? view : 'high_demand'], {
            name: app.owner.name,
          })}
      </p>
    )
  }
  const step =
    nextSteps[view === 'failed' ? 'failed' : 'none'][permissions.canGenerateSandbox ? 'owner' : 'others']
  return <p>{t(`sandboxes.card.${step}`, { name: app.owner.name })}</p>
}

interface GenerateProps {
  appId: number
  permissions: SandboxCardProps['permissions']
  canRequest: boolean
  /** Whether a sandbox existed before, in which case the staff button says "rebuild". */
  isRebuild: boolean
  isForStaff: boolean
}

function Generate({ appId, permissions, canRequest, isRebuild, isForStaff }: GenerateProps) {
  const { t } = useTranslation()
  const request = useRequestSandbox(isForStaff)
  const fake = useGenerateFakeSandbox()
  const isBusy = request.isPending || fake.isPending
  const { canGenerateSandbox, canGenerateFakeSandbox } = permissions
  if (!canGenerateFakeSandbox && !(canGenerateSandbox && canRequest)) return null
  return (
    <>
      <ErrorBanner title={t('sandboxes.card.requestFailed')} error={request.error ?? fake.error} />
      <Group>
        {canGenerateSandbox && canRequest && (
          <Button loading={request.isPending} disabled={isBusy} onClick={() => request.mutate(appId)}>
            {t(isForStaff && isRebuild ? 'sandboxes.staff.rebuild' : 'sandboxes.card.generate')}
          </Button>
        )}
        {canGenerateFakeSandbox && (
          <Button
            variant="default"
            loading={fake.isPending}
            disabled={isBusy}
            onClick={() => fake.mutate(appId)}
          >
            {t('sandboxes.card.generateFake')}
          </Button>
        )}
      </Group>
      {canGenerateFakeSandbox && <p className={classes['muted']}>{t('sandboxes.card.fakeHint')}</p>}
    </>
  )
}
