import { Button, CloseButton, Select, Stack, Text } from '@mantine/core'
import {
  extraLimit,
  fillTypes,
  maxTemplates,
  templateNames,
  type QuotaServer,
} from '@trestle/domain/quotas/rules.ts'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import '../texts/quotas.ts'
import type { BucketFormState } from './BucketForm.tsx'
import { intervalLabel } from './limitLabels.ts'
import classes from './TemplateRows.module.css'
import { WholeNumberField } from './WholeNumberField.tsx'

interface TemplateRowsProps {
  form: BucketFormState
  servers: QuotaServer[]
  /** The initial server of a new template. */
  server: QuotaServer
}

/** Shows the bucket's limits, one row per window (RATE-08, RATE-13). */
export function TemplateRows({ form, servers, server }: TemplateRowsProps) {
  const { t } = useTranslation()
  const { bucket_templates } = form.values
  const isFull = bucket_templates.length >= maxTemplates
  const rows = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const focusRow = (index: number) => {
    const input = rows.current?.children[index]?.querySelector('input')
    ;(input ?? addButton.current)?.focus()
  }
  const add = () => {
    flushSync(() => form.insertListItem('bucket_templates', { ...extraLimit, server }))
    focusRow(bucket_templates.length)
  }
  const remove = (index: number) => {
    flushSync(() => form.removeListItem('bucket_templates', index))
    focusRow(Math.max(0, index - 1))
  }
  return (
    <fieldset className={classes['templates']}>
      <legend>{t('quotas.form.templates')}</legend>
      <Text size="sm" c="dimmed">
        {t('quotas.form.templatesHint')}
      </Text>
      <Stack ref={rows} gap="sm" mt="sm">
        {bucket_templates.map((_, index) => (
          // Rows have no identity except their index.
          <Row key={index} form={form} servers={servers} index={index} onRemove={() => remove(index)} />
        ))}
        <div className={classes['add']}>
          <Button ref={addButton} variant="default" disabled={isFull} onClick={add}>
            {t('quotas.form.addTemplate')}
          </Button>
          {isFull && (
            <Text size="sm" c="dimmed">
              {t('quotas.form.tooMany', { max: maxTemplates })}
            </Text>
          )}
        </div>
      </Stack>
    </fieldset>
  )
}

interface RowProps {
  form: BucketFormState
  servers: QuotaServer[]
  index: number
  onRemove: () => void
}

function Row({ form, servers, index, onRemove }: RowProps) {
  const { t } = useTranslation()
  const number = index + 1
  const interval = readableInterval(form.values.bucket_templates[index]?.interval_ms)
  const field = (name: string) => form.getInputProps(`bucket_templates.${index}.${name}`)
  const numberField = (name: 'interval_ms' | 'limit') => ({
    ...field(name),
    value: form.values.bucket_templates[index]?.[name] ?? '',
  })
  return (
    <fieldset className={classes['row']} aria-label={t('quotas.form.template', { number })}>
      <Select
        label={t('quotas.form.templateName')}
        data={[...templateNames]}
        allowDeselect={false}
        {...field('name')}
      />
      <Select
        label={t('quotas.form.fillType')}
        data={fillTypes.map((value) => ({ value, label: t(`quotas.form.fillTypes.${value}`) }))}
        allowDeselect={false}
        {...field('fill_type')}
      />
      <WholeNumberField
        label={t('quotas.form.interval')}
        description={interval ?? (field('interval_ms').error ? null : '\u00A0')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        {...numberField('interval_ms')}
      />
      <WholeNumberField label={t('quotas.form.limit')} required {...numberField('limit')} />
      <Select
        label={t('quotas.form.templateServer')}
        data={servers}
        allowDeselect={false}
        {...field('server')}
      />
      <CloseButton
        className={classes['remove'] ?? ''}
        aria-label={t('quotas.form.removeTemplate', { number })}
        onClick={onRemove}
      />
    </fieldset>
  )
}

/** Returns milliseconds in readable units; null while the input isn't an interval. */
const readableInterval = (ms: unknown): string | null =>
  typeof ms === 'number' && ms > 0 ? intervalLabel(ms) : null
