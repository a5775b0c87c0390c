import { Stack, Text, TextInput } from '@mantine/core'
import type { Developer } from '@trestle/domain/accounts/contract.ts'
import { useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import '../texts/emailChanges.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { Section } from '../ui/Section.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { requestEmailChange } from './emailChanges/queries.ts'
import { accountSchema } from './lazySchema.ts'
import { PendingEmailChange } from './PendingEmailChange.tsx'

const schema = accountSchema((schemas) => schemas.requestEmailChange.body)

/** Asks for a new email address, which gets a link. */
export function EmailSection({ developer: { email } }: { developer: Developer }) {
  const { t } = useTranslation()
  const [isSent, setSent] = useState(false)
  const form = useSchemaForm(schema, { email: '' })
  const field = useRef<HTMLInputElement>(null)
  const label = t('emailChanges.newEmail')
  return (
    <Section id="email" title={t('emailChanges.section')}>
      <Stack gap="md">
        <Text>
          <Trans i18nKey="emailChanges.note" values={{ email }} components={{ strong: <strong /> }} />
        </Text>
        <PendingEmailChange
          isSent={isSent}
          onSent={setSent}
          onCanceled={() => {
            setSent(false)
            field.current?.focus()
          }}
        />
        <FormShell
          form={form}
          labels={{ email: label }}
          onSubmit={async (values) => {
            setSent(false)
            await requestEmailChange(values.email)
            form.reset()
            setSent(true)
            return false
          }}
          submitLabel={t('emailChanges.submit')}
          errorTitle={t('emailChanges.failed')}
          disabledReason={form.isDirty() ? null : t('emailChanges.missing')}
          requiredNote={false}
        >
          <TextInput
            ref={field}
            type="email"
            label={label}
            required
            withAsterisk={false}
            autoComplete="email"
            {...form.getInputProps('email')}
          />
        </FormShell>
        <LeaveGuard unsaved={form.isDirty()} />
      </Stack>
    </Section>
  )
}
