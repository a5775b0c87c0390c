import { Checkbox } from '@mantine/core'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { PartLeaveGuard } from '../shared/LeaveGuard.tsx'
import { useScrollToHash } from '../shared/useScrollToHash.ts'
import { useStoredForm } from '../shared/useStaleSave.ts'
import '../texts/adminApp.ts'
import '../texts/listings.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { Section } from '../ui/Section.tsx'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useUpdateAdminApp } from './mutations.ts'

interface MarketplaceFormProps {
  app: AdminDeveloperApp
}

const toFields = ({ marketplace_enabled }: AdminDeveloperApp) => ({ marketplace_enabled })

/** Lets staff decide whether the public marketplace shows the app's listing (AAPP-46). */
export function MarketplaceForm({ app }: MarketplaceFormProps) {
  const { t } = useTranslation()
  const { mutateAsync: update } = useUpdateAdminApp(app.id)
  const { form, submit, dialog } = useStoredForm({
    stored: app,
    fields: null,
    toValues: toFields,
    save: async (changed, since) => {
      const saved = await update({ body: { ...changed, if_unchanged_since: since } })
      toast('success', t('adminApp.form.saved'))
      return saved
    },
  })
  useScrollToHash(true)
  return (
    <Section title={t('adminApp.marketplace.title')} description={t('adminApp.marketplace.detail')}>
      <FormShell
        form={form}
        labels={{ marketplace_enabled: t('adminApp.marketplace.enabled') }}
        submitLabel={t('adminApp.marketplace.save')}
        isForStaff
        requiredNote={false}
        onSubmit={submit}
      >
        <Checkbox
          id="marketplace-enabled"
          label={t('adminApp.marketplace.enabled')}
          {...form.getInputProps('marketplace_enabled', { type: 'checkbox' })}
        />
      </FormShell>
      <PartLeaveGuard unsaved={form.isDirty()} question={t('listings.leave')} />
      <StaleSaveDialog {...dialog} />
    </Section>
  )
}
