import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { AppRole } from '@trestle/domain/apps/contract.ts'
import { refuseAction } from '@trestle/domain/apps/rules.ts'
import { Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import { corsDomainErrors, redirectUriErrors } from '@trestle/domain/sandboxes/rules.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { CallError } from '../http/callError.ts'
import { Banner } from '../ui/Banner.tsx'
import { FormShell } from '../ui/FormShell.tsx'
import { DiscardQuestion } from '../ui/Modal.tsx'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { useUpdateSandbox } from './queries.ts'
import classes from './SandboxCard.module.css'
import { SandboxFacts } from './SandboxFacts.tsx'

/** The shared rules, as the form's schema: one message per field, one line per fault. */
const checkedBy = (rule: (text: string) => string[]) =>
  z.string().superRefine((text, context) => {
    const errors = rule(text)
    if (errors.length > 0) context.addIssue({ code: 'custom', message: errors.join('\n') })
  })

const Fields = z.object({
  redirect_uri: checkedBy(redirectUriErrors),
  allowed_cors_domain: checkedBy(corsDomainErrors),
})

const fieldsOf = ({ redirect_uri, allowed_cors_domain }: Sandbox) => ({ redirect_uri, allowed_cors_domain })

/** The stored sandbox of a save that came too late, if this is why it was refused. */
function overtakenBy(error: unknown): Sandbox | null {
  if (!(error instanceof CallError) || error.code !== 'conflict') return null
  return Sandbox.safeParse(error.current).data ?? null
}

interface SandboxFormProps {
  sandbox: Sandbox
  canEdit: boolean
  role: AppRole | null
}

function useSandboxForm(sandbox: Sandbox) {
  const { t } = useTranslation()
  const form = useSchemaForm(Fields, fieldsOf(sandbox))
  /** The state of the sandbox this form was filled from, or knowingly overwrites. */
  const since = useRef(sandbox.updated_at)
  const [theirs, setTheirs] = useState<Sandbox | null>(null)
  const { mutateAsync: update } = useUpdateSandbox(sandbox.id)

  const fill = (stored: Sandbox) => {
    since.current = stored.updated_at
    form.setInitialValues(fieldsOf(stored))
    form.setValues(fieldsOf(stored))
    form.resetDirty(fieldsOf(stored))
    form.clearErrors()
    setTheirs(null)
  }
  const submit = async (values: z.infer<typeof Fields>) => {
    try {
      fill(await update({ ...values, if_unchanged_since: since.current }))
      toast('success', t('sandboxes.form.saved'))
    } catch (error) {
      const stored = overtakenBy(error)
      if (!stored) throw error
      setTheirs(stored)
    }
  }
  /** The next submit, which this click starts, is meant to replace what they saved. */
  const overwriteOnSubmit = () => {
    since.current = theirs?.updated_at ?? since.current
  }
  return { form, theirs, fill, submit, overwriteOnSubmit }
}

/** The live sandbox: its facts, and what its people may set (SBX-04, SBX-12, SBX-22). */
export function SandboxForm({ sandbox, canEdit, role }: SandboxFormProps) {
  const { t } = useTranslation()
  const { form, theirs, fill, submit, overwriteOnSubmit } = useSandboxForm(sandbox)
  const leave = useBlocker({ shouldBlockFn: () => form.isDirty(), withResolver: true })
  const isGuest = role === 'user'
  const labels = {
    redirect_uri: t('sandboxes.form.redirectUris'),
    allowed_cors_domain: t('sandboxes.form.cors'),
  }
  if (isGuest) return <SandboxFacts sandbox={sandbox} isGuest />
  return (
    <>
      <SandboxFacts sandbox={sandbox} isGuest={false} />
      <FormShell
        form={form}
        labels={labels}
        submitLabel={t('sandboxes.form.save')}
        disabledReason={canEdit ? null : refuseAction('sandbox.edit').message}
        saveHotkey
        onSubmit={submit}
      >
        {theirs && (
          <Banner tone="warning" announce title={t('sandboxes.form.conflictTitle')}>
            <p>{t('sandboxes.form.conflictDetail')}</p>
            <Group mt="sm">
              <Button variant="default" onClick={() => fill(theirs)}>
                {t('sandboxes.form.reload')}
              </Button>
              <Button type="submit" onClick={overwriteOnSubmit}>
                {t('sandboxes.form.overwrite')}
              </Button>
            </Group>
          </Banner>
        )}
        <Textarea
          className={classes['lines'] ?? ''}
          label={labels.redirect_uri}
          description={
            <>
              {t('sandboxes.form.redirectHint')} {t('sandboxes.form.redirectlessHint')}
            </>
          }
          required
          autosize
          minRows={3}
          readOnly={!canEdit}
          spellCheck={false}
          {...form.getInputProps('redirect_uri')}
        />
        <TextInput
          className={classes['lines'] ?? ''}
          label={labels.allowed_cors_domain}
          description={t('sandboxes.form.corsHint')}
          placeholder="https://app.example.com, example.com"
          readOnly={!canEdit}
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps('allowed_cors_domain')}
        />
      </FormShell>
      <DiscardQuestion
        opened={leave.status === 'blocked'}
        onKeep={() => leave.reset?.()}
        onDiscard={() => leave.proceed?.()}
      />
    </>
  )
}
