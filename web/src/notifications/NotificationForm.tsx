import { Checkbox, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { AdminNotification } from '@trestle/domain/notifications/contract.ts'
import {
  dateProblem,
  maxBody,
  maxSummary,
  maxTitle,
  normalizeCritical,
} from '@trestle/domain/notifications/rules.ts'
import { isBlank } from '@trestle/domain/text/characters.ts'
import type { TFunction } from 'i18next'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '../shared/drafts/DraftNotice.tsx'
import { DraftStatusText } from '../shared/drafts/DraftStatusText.tsx'
import type { DraftHandle } from '../shared/drafts/useDraft.ts'
import { CallError } from '../http/callError.ts'
import { isGone } from '../http/gone.ts'
import { paths } from '../paths.ts'
import '../texts/notifications.ts'
import { Banner } from '../ui/Banner.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { withCounter } from '../ui/CharacterCounter.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { DangerButton } from '../ui/DangerButton.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { GrowingTextarea } from '../ui/GrowingTextarea.tsx'
import { TextLink } from '../ui/Link.tsx'
import { lazyComponent } from '../ui/lazyComponent.ts'
import { showFrom } from '../ui/showFrom.ts'
import { useAfterPress } from '../ui/useAfterPress.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import classes from './NotificationForm.module.css'

const BodyPreview = lazyComponent(() => import('./BodyPreview.tsx').then((m) => m.BodyPreview))

export interface NotificationValues extends Record<string, unknown> {
  title: string
  summary: string
  body: string
  critical: boolean
  draft: boolean
  show_after: string
}

export const blank: NotificationValues = {
  title: '',
  summary: '',
  body: '',
  critical: false,
  draft: false,
  show_after: '',
}

export function toValues(stored: AdminNotification | null): NotificationValues {
  if (!stored) return blank
  const { title, summary, body, critical, draft, show_after } = stored
  return { title, summary, body, critical, draft, show_after: show_after ?? '' }
}

/** Validation is left to the server (ANOTE-11), except that of the date. */
export const useNotificationForm = () => useSchemaForm(null, toValues(null))

export type NotificationFormState = ReturnType<typeof useNotificationForm>

interface NotificationFormProps {
  form: NotificationFormState
  /** Critical can only be chosen at creation (ANOTE-21). */
  isNew: boolean
  onSave: (values: NotificationValues) => Promise<boolean | void>
  onDelete?: () => Promise<void>
  draft: DraftHandle
}

/** The server refuses a notification without these. */
const hasRequired = ({ title, summary, body }: NotificationValues): boolean =>
  ![title, summary, body].some(isBlank)

/** Returns the reply's errors as JSON, otherwise its message or a default text (ERR-04). */
function errorText(t: TFunction, error: unknown): string {
  if (!(error instanceof CallError) || error.isGeneric) return t('notifications.form.unknownError')
  return error.errors.length > 0 ? JSON.stringify(error.errors) : error.message
}

const toFields = (error: unknown): Record<string, string> =>
  error instanceof CallError
    ? Object.fromEntries(
        Object.entries(error.fields ?? {}).map(([path, messages]) => [path, messages.join(', ')]),
      )
    : {}

interface FormFailure {
  text: string
  /** Someone else deleted the notification. */
  isGone: boolean
}

/**
 * Returns the refusal of the last save or deletion, and moves the focus to its banner, as other forms do. This
 * happens after the question has closed, which returns the focus to its opener unless it has moved since.
 */
function useFailure(isAsking: boolean) {
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const banner = useRef<HTMLDivElement>(null)
  // The banner is rendered only after the refusal.
  useEffect(() => {
    if (failure && !isAsking) showFrom(banner.current)
  }, [failure, isAsking])
  return { failure, setFailure, banner }
}

export function NotificationForm({ form, isNew, onSave, onDelete, draft }: NotificationFormProps) {
  const { t } = useTranslation()
  const [pending, setPending] = useState<'critical' | 'delete' | null>(null)
  const { failure, setFailure, banner } = useFailure(pending !== null)
  const hasBanner = failure !== null || draft.restoredFrom !== null
  const refuse = (error: unknown) => {
    setFailure({ text: errorText(t, error), isGone: isGone(error) })
    form.setErrors(toFields(error))
  }
  const save = async (values: NotificationValues) => {
    setFailure(null)
    try {
      return await onSave(values)
    } catch (error) {
      refuse(error)
      return false
    }
  }
  const ask = (about: 'critical' | 'delete') => {
    setFailure(null)
    setPending(about)
  }
  const submit = async (values: NotificationValues) => {
    if (!isNew || !values.critical || !hasRequired(values)) return save(values)
    ask('critical')
    return false
  }
  return (
    <>
      {failure !== null && (
        <div ref={banner} tabIndex={-1} className={classes['banner']}>
          <Banner
            tone="danger"
            announce
            title={t('notifications.form.saveFailed')}
            onClose={() => setFailure(null)}
          >
            <p className={classes['failure']}>{failure.text}</p>
            {failure.isGone && (
              <p>
                {t('notifications.form.gone')}{' '}
                <TextLink href={paths.adminNotifications()}>{t('notifications.form.toList')}</TextLink>
              </p>
            )}
          </Banner>
        </div>
      )}
      <DraftNotice draft={draft} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" mt={hasBanner ? 'md' : 0}>
        <FormShell
          form={form}
          labels={{}}
          submitLabel={t('notifications.form.save')}
          needsChange={!isNew}
          saveHotkey
          onSubmit={submit}
          actions={<DraftStatusText status={draft.status} />}
          endActions={
            onDelete && (
              <DangerButton onClick={() => ask('delete')}>{t('notifications.form.remove')}</DangerButton>
            )
          }
        >
          <Fields form={form} isNew={isNew} />
        </FormShell>
        <Preview body={form.values.body} />
      </SimpleGrid>
      <ConfirmDialog
        opened={pending === 'critical'}
        onClose={() => setPending(null)}
        title={t('notifications.form.confirmCritical')}
        confirmLabel={t('notifications.form.publish')}
        onConfirm={async () => void (await save(form.values))}
      >
        <p className={classes['announcementTitle']}>{form.values.title}</p>
        <div>{t('notifications.form.confirmCriticalDetail')}</div>
      </ConfirmDialog>
      <ConfirmDialog
        opened={pending === 'delete'}
        onClose={() => setPending(null)}
        title={t('notifications.form.confirmDelete', { title: form.getInitialValues().title })}
        confirmLabel={t('notifications.form.remove')}
        danger
        onConfirm={() => onDelete?.().catch(refuse)}
      >
        {t('notifications.form.confirmDeleteDetail')}
      </ConfirmDialog>
    </>
  )
}

function Fields({ form, isNew }: { form: NotificationFormState; isNew: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  const { critical } = form.values
  return (
    <>
      <TextInput
        label={t('notifications.form.title')}
        required
        autoComplete="off"
        {...form.getInputProps('title')}
        {...withCounter({ id: `${id}-title`, value: form.values.title, max: maxTitle })}
      />
      <GrowingTextarea
        label={t('notifications.form.summary')}
        description={t('notifications.form.summaryHint')}
        required
        minRows={2}
        {...form.getInputProps('summary')}
        {...withCounter({ id: `${id}-summary`, value: form.values.summary, max: maxSummary })}
      />
      <GrowingTextarea
        label={t('notifications.form.body')}
        description={t('notifications.form.bodyHint')}
        required
        minRows={10}
        maxRows={24}
        {...form.getInputProps('body')}
        {...withCounter({ id: `${id}-body`, value: form.values.body, max: maxBody })}
      />
      <Stack gap="sm">
        <Checkbox
          label={t('notifications.form.critical')}
          description={t(isNew ? 'notifications.form.criticalHint' : 'notifications.form.criticalFixed')}
          disabled={!isNew}
          checked={critical}
          onChange={(event) => {
            const choice = normalizeCritical({
              critical: event.currentTarget.checked,
              draft: form.values.draft,
              show_after: form.values.show_after,
            })
            // One at a time, because setting them together would clear the errors of all other fields.
            form.setFieldValue('critical', choice.critical)
            form.setFieldValue('draft', choice.draft)
            form.setFieldValue('show_after', choice.show_after ?? '')
          }}
        />
        <Checkbox
          label={t('notifications.form.draft')}
          description={t(critical ? 'notifications.form.draftOff' : 'notifications.form.draftHint')}
          disabled={critical}
          {...form.getInputProps('draft', { type: 'checkbox' })}
        />
      </Stack>
      <ShowAfterField form={form} />
    </>
  )
}

/** Marks an unreadable date when it is left, with the server's text (ANOTE-15). */
function ShowAfterField({ form }: { form: NotificationFormState }) {
  const { t } = useTranslation()
  const afterPress = useAfterPress()
  const { critical } = form.values
  const check = () => {
    const problem = dateProblem(form.getValues().show_after)
    if (problem !== null) form.setFieldError('show_after', problem)
  }
  return (
    <TextInput
      label={t('notifications.form.showAfter')}
      description={t(critical ? 'notifications.form.showAfterOff' : 'notifications.form.showAfterHint')}
      disabled={critical}
      autoComplete="off"
      {...form.getInputProps('show_after')}
      onBlur={() => afterPress(check)}
    />
  )
}

/** Shows the body as developers will see it, while the user types. */
function Preview({ body }: { body: string }) {
  const { t } = useTranslation()
  return (
    <section className={classes['preview']} aria-labelledby="notification-preview">
      <h2 id="notification-preview" className={classes['previewTitle']}>
        {t('notifications.form.preview')}
      </h2>
      {isBlank(body) ? (
        <Text c="dimmed">{t('notifications.form.previewEmpty')}</Text>
      ) : (
        <Boundary>
          <Suspense fallback={<p>{body}</p>}>
            <BodyPreview body={body} />
          </Suspense>
        </Boundary>
      )}
    </section>
  )
}
