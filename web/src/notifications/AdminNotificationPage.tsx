import { useQuery } from '@tanstack/react-query'
import type { Draft } from '@trestle/domain/drafts/contract.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { AdminNotification } from '@trestle/domain/notifications/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storedDraft } from '../shared/drafts/queries.ts'
import { isNowhere } from '../http/callError.ts'
import { useStoredForm } from '../shared/useStaleSave.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { paths } from '../paths.ts'
import '../texts/notifications.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useNotificationDraft } from './useNotificationDraft.ts'
import {
  NotificationForm,
  useNotificationForm,
  toValues,
  type NotificationValues,
} from './NotificationForm.tsx'
import {
  adminNotification,
  useCreateNotification,
  useDeleteNotification,
  useUpdateNotification,
} from './queries.ts'

const route = getRouteApi('/signedIn/adminOnly/admin/notifications/$id/edit')

/** Returns to the list without asking about unsaved input, after saving or deleting (ANOTE-27, ANOTE-28). */
function useReturn() {
  const navigate = useNavigate()
  const [done, setDone] = useState(false)
  const leave = async (message: string) => {
    setDone(true)
    toast('success', message)
    await navigate({ href: paths.adminNotifications(), ignoreBlocker: true })
  }
  return { done, leave }
}

function Header({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <PageHeader
      title={title}
      crumbs={[
        { label: t('notifications.admin.crumb') },
        { label: t('notifications.title'), href: paths.adminNotifications() },
        { label: title },
      ]}
    />
  )
}

export function NewNotificationPage() {
  const { t } = useTranslation()
  const { data: draft, error, refetch } = useQuery(storedDraft({ kind: 'notification', subject_id: 'new' }))
  if (draft !== undefined) return <Creator draft={draft} />
  return (
    <>
      <Header title={t('notifications.admin.createTitle')} />
      {error ? (
        <FailedState isForStaff error={toFailure(error)} onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton fields={5} />
      )}
    </>
  )
}

function Creator({ draft: stored }: { draft: Draft | null }) {
  const { t } = useTranslation()
  const form = useNotificationForm()
  const { done, leave } = useReturn()
  const draft = useNotificationDraft(form, null, stored, done)
  const { mutateAsync: create } = useCreateNotification()
  const save = async (values: NotificationValues) => {
    await create(values)
    await leave(t('notifications.form.created'))
  }
  return (
    <>
      <Header title={t('notifications.admin.createTitle')} />
      <NotificationForm form={form} isNew onSave={save} draft={draft} />
      <LeaveGuard unsaved={!done && form.isDirty()} />
    </>
  )
}

export function AdminNotificationPage() {
  const { t } = useTranslation()
  const { id } = route.useParams()
  const {
    data,
    error: failed,
    refetch,
  } = useQuery({
    ...adminNotification(id),
    refetchOnWindowFocus: false,
  })
  const loading = useQuery({
    ...storedDraft({ kind: 'notification', subject_id: data?.id ?? 'new' }),
    enabled: data !== undefined,
  })
  const error = failed ?? loading.error
  if (data && loading.data !== undefined) return <Editor key={data.id} stored={data} draft={loading.data} />
  if (isNowhere(error)) return <NotFoundPage />
  return (
    <>
      <Header title={t('notifications.admin.one')} />
      {error ? (
        <FailedState
          isForStaff
          error={toFailure(error)}
          onRetry={() => void (failed ? refetch() : loading.refetch())}
        />
      ) : (
        <FormSkeleton fields={5} />
      )}
    </>
  )
}

function Editor({ stored, draft: loaded }: { stored: AdminNotification; draft: Draft | null }) {
  const { t } = useTranslation()
  const { done, leave } = useReturn()
  const { mutateAsync: update } = useUpdateNotification()
  const { mutateAsync: remove } = useDeleteNotification()
  const { form, submit, dialog } = useStoredForm<NotificationValues, AdminNotification>({
    stored,
    fields: null,
    toValues,
    save: async (changed, since) => {
      const saved = await update({ id: stored.id, ...changed, if_unchanged_since: since })
      await leave(t('notifications.form.saved'))
      return saved
    },
  })
  const draft = useNotificationDraft(form, stored, loaded, done)
  const removeAndLeave = async () => {
    await remove(stored.id)
    draft.forget()
    await leave(t('notifications.form.removed'))
  }
  return (
    <>
      <Header title={t('notifications.admin.editTitle', { title: stored.title })} />
      <NotificationForm form={form} isNew={false} onSave={submit} onDelete={removeAndLeave} draft={draft} />
      <StaleSaveDialog {...dialog} />
      <LeaveGuard unsaved={!done && form.isDirty()} />
    </>
  )
}
