import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import { BucketFields, type Bucket } from '@trestle/domain/quotas/contract.ts'
import { anyClient, groupByServer, defaultLimits, type QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import '../texts/quotas.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { Section } from '../ui/Section.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { ApplicationPicker } from './ApplicationPicker.tsx'
import { ChangeDialog, type ChangePart } from './ChangeDialog.tsx'
import type { Outcome } from './outcomes.ts'
import { TemplateRows } from './TemplateRows.tsx'
import { useSaveOnServers } from './useSaveOnServers.ts'

/** Returns the form values; a new bucket has the default limits (RATE-11, RATE-12). */
function toValues(bucket: Bucket | null, server: QuotaServer): BucketFields {
  if (!bucket) {
    const bucket_templates = defaultLimits.map((limit) => ({ ...limit, server }))
    return { name: '', client_id: anyClient, domain: '', bucket_templates }
  }
  const { name, client_id, domain, bucket_templates } = bucket
  return { name, client_id, domain, bucket_templates }
}

const useBucketForm = (bucket: Bucket | null, server: QuotaServer) =>
  useSchemaForm<BucketFields>(BucketFields, toValues(bucket, server))

export type BucketFormState = ReturnType<typeof useBucketForm>

interface BucketFormProps {
  /** Null for a new bucket. */
  bucket: Bucket | null
  server: QuotaServer
  servers: QuotaServer[]
  onCancel: () => void
  /** Receives the result for each server; the form is done when none failed. */
  onSaved: (outcomes: Outcome[]) => void
}

/** Shows the form of a bucket; saving asks first and sends one call per server (RATE-02, RATE-14, RATE-18). */
export function BucketForm({ bucket, server, servers, onCancel, onSaved }: BucketFormProps) {
  const { t } = useTranslation()
  const form = useBucketForm(bucket, server)
  const [isConfirming, setConfirming] = useState(false)
  const [isDone, setDone] = useState(false)
  /** Adopts what someone else saved, except where the user edited the form. */
  const rebase = (current: Bucket) => {
    const { name, domain, client_id, bucket_templates } = form.getValues()
    const theirs = toValues(current, server)
    form.setValues({
      name: form.isDirty('name') ? name : theirs.name,
      domain: form.isDirty('domain') ? domain : theirs.domain,
      client_id: form.isDirty('client_id') ? client_id : theirs.client_id,
      bucket_templates: form.isDirty('bucket_templates') ? bucket_templates : theirs.bucket_templates,
    })
    form.setInitialValues(theirs)
  }
  const saveOnServers = useSaveOnServers(bucket, rebase)
  const parts = useParts(form.values, bucket)
  const labels = useLabels(form.values)
  const save = async (reason: string) => {
    const outcomes = await saveOnServers(form.values, reason)
    const failed = new Set(outcomes.filter(({ ok }) => !ok).map((outcome) => outcome.server))
    setConfirming(false)
    if (failed.size === 0) setDone(true)
    else {
      const left = form.getValues().bucket_templates.filter((template) => failed.has(template.server))
      form.setFieldValue('bucket_templates', left)
    }
    onSaved(outcomes)
    return failed.size === 0
  }
  const isNew = bucket === null
  return (
    <Section
      title={isNew ? t('quotas.form.addTitle') : t('quotas.form.editTitle', { name: bucket.name })}
      id="bucket-form"
    >
      <FormShell
        form={form}
        labels={labels}
        submitLabel={t(isNew ? 'quotas.form.submitNew' : 'quotas.form.submit')}
        needsChange={!isNew}
        onSubmit={async () => {
          setConfirming(true)
          return false
        }}
        actions={
          <Button variant="default" onClick={onCancel}>
            {t('quotas.form.cancel')}
          </Button>
        }
      >
        <Fields form={form} bucket={bucket} server={server} />
        <TemplateRows form={form} server={server} servers={servers} />
      </FormShell>
      <ChangeDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={
          parts.length > 1
            ? t(isNew ? 'quotas.confirm.addMany' : 'quotas.confirm.saveMany', { count: parts.length })
            : (parts[0]?.question ?? t('quotas.form.addTitle'))
        }
        parts={parts}
        confirmLabel={t(isNew ? 'quotas.confirm.addLabel' : 'quotas.confirm.saveLabel')}
        onConfirm={save}
      />
      <LeaveGuard unsaved={!isDone && form.isDirty()} />
    </Section>
  )
}

/** Returns each server's part of the change, including what it would have throttled. */
function useParts(values: BucketFields, bucket: Bucket | null): ChangePart[] {
  const { t } = useTranslation()
  const { name, domain, client_id } = values
  return groupByServer(values.bucket_templates).map(({ server, bucket_templates }) => {
    const id = bucket?.ids[server]
    const isOther = id !== undefined && server !== bucket?.server
    return {
      server,
      question: t(id === undefined ? 'quotas.confirm.add' : 'quotas.confirm.save', { server }),
      note: isOther ? t('quotas.form.replaces', { server }) : undefined,
      input: { ...(id !== undefined && { id }), domain, client_id, bucket_templates },
      after: { name, domain, client_id, bucket_templates },
      isAddition: id === undefined,
    }
  })
}

function useLabels({ bucket_templates }: BucketFields): Record<string, string> {
  const { t } = useTranslation()
  const labels: Record<string, string> = {
    name: t('quotas.form.name'),
    domain: t('quotas.form.domain'),
    client_id: t('quotas.form.client'),
    bucket_templates: t('quotas.form.templates'),
  }
  const parts = [
    ['interval_ms', t('quotas.form.interval')],
    ['limit', t('quotas.form.limit')],
  ] as const
  for (const index of bucket_templates.keys()) {
    const template = t('quotas.form.template', { number: index + 1 })
    for (const [part, label] of parts) labels[`bucket_templates.${index}.${part}`] = `${template}: ${label}`
  }
  return labels
}

interface FieldsProps {
  form: BucketFormState
  bucket: Bucket | null
  server: QuotaServer
}

function Fields({ form, bucket, server }: FieldsProps) {
  const { t } = useTranslation()
  const client = form.values.client_id.trim()
  const first = useRef<HTMLInputElement>(null)
  // The form opens above the list, away from the button that opened it.
  useEffect(() => first.current?.focus(), [])
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <TextInput
          ref={first}
          label={t('quotas.form.name')}
          description={t('quotas.form.nameHint')}
          required
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <ApplicationPicker form={form} bucket={bucket} server={server} />
        <TextInput
          label={t('quotas.form.client')}
          description={t('quotas.form.clientHint')}
          required
          autoComplete="off"
          {...form.getInputProps('client_id')}
        />
      </SimpleGrid>
      {client !== '' && client !== anyClient && (
        <Text size="sm" component="output">
          {t('quotas.form.clientWarning', { client })}
        </Text>
      )}
    </>
  )
}
