import { BucketFields, type Bucket } from '@trestle/domain/quotas/contract.ts'
import type { QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/quotas.ts'
import { AsyncPicker, type PickerOption } from '../ui/AsyncPicker.tsx'
import { bestFirst } from '../ui/matches.ts'
import type { BucketFormState } from './BucketForm.tsx'
import { findApplications } from './queries.ts'

interface ApplicationPickerProps {
  form: BucketFormState
  bucket: Bucket | null
  server: QuotaServer
}

/**
 * Returns an option for a typed ID, which is a single word; several words are the name of an app that was not
 * picked.
 */
function typedId(text: string): PickerOption | null {
  const isId = BucketFields.shape.domain.safeParse(text).success && !/\s/.test(text)
  return isId ? { value: text, label: text } : null
}

/** Picks the app of a bucket by name, or accepts a typed ID that this portal does not know (RATE-06). */
export function ApplicationPicker({ form, bucket, server }: ApplicationPickerProps) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<PickerOption | null>(
    bucket && { value: bucket.domain, label: bucket.app?.internal_name ?? bucket.domain },
  )
  const load = async (search: string, signal: AbortSignal) => {
    const known = bestFirst(await findApplications(server, search, signal), search)
    if (search === '' || known.some(({ value }) => value === search)) return known
    return [...known, { value: search, label: search, detail: t('quotas.form.domainAsTyped') }]
  }
  return (
    <AsyncPicker
      label={t('quotas.form.domain')}
      description={picked && picked.label !== picked.value ? picked.value : t('quotas.form.domainHint')}
      placeholder={t('quotas.form.domainSearch')}
      required
      path="domain"
      error={form.errors['domain']}
      value={picked}
      load={load}
      typedOption={typedId}
      onChange={(option) => {
        setPicked(option)
        form.setFieldValue('domain', option?.value ?? '')
      }}
    />
  )
}
