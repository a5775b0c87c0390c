import type { Draft } from '@trestle/domain/drafts/contract.ts'
import type { AdminNotification } from '@trestle/domain/notifications/contract.ts'
import { useTranslation } from 'react-i18next'
import { useDraft, type DraftHandle } from '../shared/drafts/useDraft.ts'
import '../texts/notifications.ts'
import { blank, toValues, type NotificationFormState, type NotificationValues } from './NotificationForm.tsx'

/** Returns null for an incomplete announcement, which an earlier release may have saved. */
function readContent(content: unknown): NotificationValues | null {
  const saved: Record<string, unknown> = { ...(content as object | null) }
  const isWhole = Object.entries(blank).every(([field, value]) => typeof saved[field] === typeof value)
  return isWhole ? (saved as NotificationValues) : null
}

/**
 * Saves an announcement as a draft while the user types. `isDone` means it was saved or deleted, and the page is
 * closing.
 */
export function useNotificationDraft(
  form: NotificationFormState,
  stored: AdminNotification | null,
  draft: Draft | null,
  isDone: boolean,
): DraftHandle {
  const { t } = useTranslation()
  const labels = {
    title: t('notifications.form.title'),
    summary: t('notifications.form.summary'),
    body: t('notifications.form.body'),
    show_after: t('notifications.form.showAfter'),
  }
  const fields = ['title', 'summary', 'body', 'show_after'] as const
  const compare = (typed: NotificationValues) => {
    const saved = toValues(stored)
    return fields
      .filter((field) => saved[field] !== typed[field])
      .map((field) => ({ label: labels[field], saved: saved[field], typed: typed[field] }))
  }
  return useDraft({
    draftKey: { kind: 'notification', subject_id: stored?.id ?? 'new' },
    stored: draft,
    read: readContent,
    content: !isDone && form.isDirty() ? form.values : null,
    basedOn: stored?.updated_at ?? null,
    onRestore: (content) => form.setValues(content),
    onDiscard: () => form.reset(),
    compare,
  })
}
