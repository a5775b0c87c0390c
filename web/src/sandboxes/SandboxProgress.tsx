import { Button, Group, Loader } from '@mantine/core'
import { elapsedParts, type SandboxView } from '@trestle/domain/sandboxes/rules.ts'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
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

/** A sandbox that is not live: why, what happens next, and what the owner can do. */
export function SandboxProgress(props: SandboxProgressProps) {
  const { view, app, permissions } = props
  const isBuilding = view === 'building' || view === 'high_demand'
  return (
    <div className={classes['state']}>
      {isBuilding && <Building {...props} />}
      {view === 'failed' && <Failed />}
      {view === 'none' && <None />}
      {!isBuilding && <WhatNext {...props} />}
      <Generate appId={app.id} permissions={permissions} canRequest={!isBuilding} />
    </div>
  )
}

function SupportLink() {
  const { t } = useTranslation()
  const { support_url: support } = useFlags()
  return <TextLink href={support}>{t('sandboxes.card.support')}</TextLink>
}

function Building({ app, view, now }: SandboxProgressProps) {
  const { t } = useTranslation()
  const { unit, count } = elapsedParts(now - Date.parse(app.sandbox?.requested_at ?? ''))
  const elapsed = t(`sandboxes.card.${unit}`, { count })
  return (
    <>
      {view === 'high_demand' && <Banner tone="warning" announce title={t('sandboxes.card.highDemand')} />}
      <output className={classes['lead']}>
        <Loader size="xs" aria-hidden /> {t('sandboxes.card.building')}
      </output>
      <p>{t('sandboxes.card.buildingDetail')}</p>
      <p className={classes['muted']}>{t('sandboxes.card.elapsed', { elapsed })}</p>
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

const nextSteps = {
  none: { owner: 'askToGenerate', others: 'askOwner' },
  failed: { owner: 'tryAgain', others: 'tryAgainOwner' },
} as const

/** The owner is asked to generate a sandbox, everyone else to ask the owner (SBX-07, SBX-08). */
function WhatNext({ app, permissions, view }: SandboxProgressProps) {
  const { t } = useTranslation()
  const step =
    nextSteps[view === 'failed' ? 'failed' : 'none'][permissions.canGenerateSandbox ? 'owner' : 'others']
  return <p>{t(`sandboxes.card.${step}`, { name: app.owner.name })}</p>
}

interface GenerateProps {
  appId: number
  permissions: SandboxCardProps['permissions']
  canRequest: boolean
}

function Generate({ appId, permissions, canRequest }: GenerateProps) {
  const { t } = useTranslation()
  const request = useRequestSandbox()
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
            {t('sandboxes.card.generate')}
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
