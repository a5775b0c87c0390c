import { Box, Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Bucket } from '@trestle/domain/quotas/contract.ts'
import { defaultLimits, type QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RateLimitsSearch } from '../shared/searchParams.ts'
import '../texts/quotas.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import { LazySelect } from '../ui/LazySelect.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { lazyComponent } from '../ui/lazyComponent.ts'
import { Section } from '../ui/Section.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { useLast } from '../ui/useLast.ts'
import { whenIdle } from '../ui/whenIdle.ts'
import { BucketTable, findActions } from './BucketTable.tsx'
import { MissingBanner, UnknownServerBanner } from './GoneBanner.tsx'
import type { HistoryDrawerProps } from './HistoryDrawer.tsx'
import { useLimitLabels } from './limitLabels.ts'
import type { Outcome } from './outcomes.ts'
import { PendingDialog, type PendingQuestion } from './PendingDialog.tsx'
import { buckets, quotaServers } from './queries.ts'

const BucketForm = lazyComponent(() => import('./BucketForm.tsx').then((m) => m.BucketForm))
const HistoryDrawer = lazyOverlay<HistoryDrawerProps>(() =>
  import('./HistoryDrawer.tsx').then((m) => m.HistoryDrawer),
)

const route = getRouteApi('/signedIn/adminOnly/admin/quota_minder')

type Servers = { name: QuotaServer; buckets: number }[]

/** Reads the server and the open form from the address. */
function useSelectedServer(servers: Servers) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const go = (next: RateLimitsSearch, ignoreBlocker = false) =>
    void navigate({ to: '.', search: next, resetScroll: false, ignoreBlocker })
  const server = servers.find(({ name }) => name === search.server)?.name ?? servers[0]?.name
  const unknown = search.server !== undefined && search.server !== server ? search.server : null
  // An app often has buckets on several servers.
  const kept = { search: search.search }
  return {
    server,
    /** The server name in the address, if that server doesn't exist. */
    unknown,
    // The bucket belongs to the server of the address, not to the one that is shown instead.
    form: unknown === null ? (search.bucket ?? null) : null,
    showServer: (name: string | null) => go({ ...kept, server: name ?? undefined }),
    openForm: (bucket: 'new' | number) => go({ ...kept, server, bucket: String(bucket) }),
    closeForm: (isSaved = false) => go({ ...kept, server }, isSaved),
  }
}

/** Loads the form's code: immediately if it is open, otherwise when the page is idle. */
function usePreloadedForm(): void {
  const isOpen = route.useSearch().bucket !== undefined
  useEffect(() => {
    // The form shows a failure.
    const preload = () => void BucketForm.preload().catch(() => undefined)
    if (!isOpen) return whenIdle(preload)
    preload()
    return undefined
  }, [isOpen])
}

/** Shows how often each app may call each server of the platform (RATE-01). */
export function QuotaMinderPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(quotaServers())
  usePreloadedForm()
  return (
    <>
      <PageHeader
        title={t('quotas.title')}
        crumbs={[{ label: t('quotas.crumb') }, { label: t('quotas.title') }]}
        description={t('quotas.description')}
      />
      {!data && error && <FailedState error={toFailure(error)} onRetry={() => void refetch()} />}
      {!data && !error && <LinesSkeleton lines={6} />}
      {data && <Minder servers={data} />}
    </>
  )
}

function Minder({ servers }: { servers: Servers }) {
  const { t } = useTranslation()
  const selection = useSelectedServer(servers)
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const [pending, setPending] = useState<PendingQuestion>(null)
  const [history, setHistory] = useState<{ bucket: Bucket | null } | null>(null)
  const shownHistory = useLast(history)
  const { server } = selection
  if (!server) return null
  const failed = outcomes.filter(({ ok }) => !ok)
  return (
    <Stack gap="lg">
      <Box w={320} maw="100%">
        <LazySelect
          label={t('quotas.server')}
          allowDeselect={false}
          data={servers.map(({ name, buckets: count }) => ({
            value: name,
            label: t('quotas.serverCount', { name, count }),
          }))}
          value={server}
          onChange={selection.showServer}
        />
      </Box>
      {selection.unknown !== null && <UnknownServerBanner name={selection.unknown} shown={server} />}
      <Outcomes outcomes={outcomes.filter(({ ok }) => ok)} onClose={() => setOutcomes([])} />
      {/* Loads with the list, because a form that is open from the start would move it when its code arrives. */}
      <Suspense fallback={<LinesSkeleton lines={6} />}>
        {selection.form !== null && (
          <Boundary>
            <OpenForm
              key={`${server} ${selection.form}`}
              wanted={selection.form}
              server={server}
              servers={servers.map(({ name }) => name)}
              onCancel={() => selection.closeForm()}
              onSaved={(saved) => {
                setOutcomes(saved)
                if (saved.every(({ ok }) => ok)) selection.closeForm(true)
              }}
            />
          </Boundary>
        )}
        <ListSection
          server={server}
          form={selection.form}
          onAdd={() => selection.openForm('new')}
          onEdit={({ id }) => selection.openForm(id)}
          onDelete={(bucket) => setPending({ what: 'delete', bucket })}
          onHistory={(bucket) => setHistory({ bucket })}
        />
      </Suspense>
      <HistoryDrawer
        opened={history !== null}
        onClose={() => setHistory(null)}
        server={server}
        bucket={shownHistory?.bucket ?? null}
        onRevert={(change) => setPending({ what: 'revert', change })}
      />
      {/* One each: a dialog is over what was opened before it for the first time, and the history asks about a revert. */}
      {(['delete', 'revert'] as const).map((what) => (
        <PendingDialog
          key={what}
          server={server}
          pending={pending?.what === what ? pending : null}
          onClose={() => setPending(null)}
          onOutcome={(outcome) => setOutcomes([outcome])}
        />
      ))}
      <FailureAlert
        failed={failed}
        hasInput={selection.form !== null}
        onClose={() => setOutcomes(outcomes.filter(({ ok }) => ok))}
      />
    </Stack>
  )
}

function Outcomes({ outcomes, onClose }: { outcomes: Outcome[]; onClose: () => void }) {
  const { t } = useTranslation()
  if (outcomes.length === 0) return null
  return (
    <Banner tone="success" announce title={t('quotas.outcome.title')} onClose={onClose}>
      {outcomes.map(({ server, message }) => (
        <p key={server}>{message}</p>
      ))}
    </Banner>
  )
}

interface FailureAlertProps {
  failed: Outcome[]
  hasInput: boolean
  onClose: () => void
}

/** Shows the servers' own error messages in an alert dialog (ERR-08). */
function FailureAlert({ failed, hasInput, onClose }: FailureAlertProps) {
  const { t } = useTranslation()
  return (
    <AlertDialog opened={failed.length > 0} onClose={onClose} title={t('quotas.outcome.failure')}>
      {failed.map(({ server, message }) => (
        <p key={server}>{message}</p>
      ))}
      {hasInput && <p>{t('quotas.outcome.kept')}</p>}
    </AlertDialog>
  )
}

interface ListSectionProps {
  server: QuotaServer
  /** The subject of the open form: `new`, or a bucket's ID. */
  form: string | null
  onAdd: () => void
  onEdit: (bucket: Bucket) => void
  onDelete: (bucket: Bucket) => void
  /** Null for the whole server. */
  onHistory: (bucket: Bucket | null) => void
}

function ListSection({ server, form, onAdd, ...actions }: ListSectionProps) {
  const { t } = useTranslation()
  const add = useRef<HTMLButtonElement>(null)
  const before = useRef(form)
  // When the form closes, the focus goes back to the actions of its bucket, or to the Add button.
  useEffect(() => {
    const closed = form === null ? before.current : null
    before.current = form
    if (closed !== null) (findActions(closed) ?? add.current)?.focus()
  }, [form])
  const labels = useLimitLabels()
  return (
    <Section
      title={t('quotas.list.title', { server })}
      description={t('quotas.list.defaults', { limits: labels.all(defaultLimits) })}
      aside={
        <Group gap="sm">
          <Button variant="default" onClick={() => actions.onHistory(null)}>
            {t('quotas.list.history')}
          </Button>
          <Button ref={add} onClick={onAdd}>
            {t('quotas.list.add')}
          </Button>
        </Group>
      }
    >
      <BucketTable server={server} {...actions} />
    </Section>
  )
}

interface OpenFormProps {
  /** `new`, or the bucket's ID from the address. */
  wanted: string
  server: QuotaServer
  servers: QuotaServer[]
  onCancel: () => void
  onSaved: (outcomes: Outcome[]) => void
}

function OpenForm({ wanted, ...rest }: OpenFormProps) {
  const { data } = useQuery({ ...buckets(rest.server), enabled: wanted !== 'new' })
  const found = data?.find(({ id }) => String(id) === wanted)
  // Kept from the first load, so that a refetch of the list does not change what the form compares with.
  const [bucket, setBucket] = useState<Bucket | undefined>(found)
  if (wanted === 'new') return <BucketForm bucket={null} {...rest} />
  if (bucket) return <BucketForm bucket={bucket} {...rest} />
  if (found) setBucket(found)
  if (!data) return <LinesSkeleton lines={4} />
  if (found) return null
  return <MissingBanner server={rest.server} onClose={rest.onCancel} />
}
