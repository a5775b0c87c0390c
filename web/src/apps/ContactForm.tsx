import { TextInput } from '@mantine/core'
import type { Contact } from '@trestle/domain/apps/contacts/contract.ts'
import { useTranslation } from 'react-i18next'
import { useStoredForm } from '../shared/useStaleSave.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { paths } from '../paths.ts'
import '../texts/adminApp.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { appSchema } from './lazySchema.ts'
import { useCreateContact, useUpdateContact } from './mutations.ts'

const schema = appSchema(({ contactSchema }) => contactSchema)

type Fields = Pick<Contact, 'name' | 'email'>

interface ContactFieldsProps {
  appId: number
  form: ReturnType<typeof useSchemaForm<Fields>>
  isNew: boolean
  onSubmit: (values: Fields) => Promise<boolean | void>
}

function ContactFields({ appId, form, isNew, onSubmit }: ContactFieldsProps) {
  const { t } = useTranslation()
  return (
    <FormShell
      form={form}
      labels={{ name: t('adminApp.contact.name'), email: t('adminApp.contact.email') }}
      submitLabel={t(isNew ? 'adminApp.contact.add' : 'adminApp.contact.save')}
      needsChange={!isNew}
      isForStaff
      saveHotkey
      actions={
        <LinkButton variant="default" href={paths.adminApp(appId)}>
          {t('adminApp.contact.cancel')}
        </LinkButton>
      }
      onSubmit={onSubmit}
    >
      <TextInput
        label={t('adminApp.contact.name')}
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('adminApp.contact.email')}
        required
        type="email"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
    </FormShell>
  )
}

interface ContactFormProps {
  appId: number
  /** Leaves the page without asking about unsaved input. */
  onSaved: (message: string) => Promise<void>
}

/** Adds a contact for staff to write to about the app (AAPP-32, AAPP-33). */
export function NewContactForm({ appId, onSaved }: ContactFormProps) {
  const { t } = useTranslation()
  const form = useSchemaForm<Fields>(schema, { name: '', email: '' })
  const { mutateAsync: create } = useCreateContact(appId)
  const save = async (values: Fields) => {
    await create(values)
    await onSaved(t('adminApp.contact.added'))
  }
  return (
    <>
      <ContactFields appId={appId} form={form} isNew onSubmit={save} />
      <LeaveGuard unsaved={form.isDirty()} />
    </>
  )
}

const toFields = ({ name, email }: Contact): Fields => ({ name, email })

export function EditContactForm({ appId, onSaved, contact }: ContactFormProps & { contact: Contact }) {
  const { t } = useTranslation()
  const { mutateAsync: update } = useUpdateContact(appId, contact.id)
  const { form, submit, dialog } = useStoredForm({
    stored: contact,
    fields: schema,
    toValues: toFields,
    save: async (changed, since) => {
      const saved = await update({ ...changed, if_unchanged_since: since })
      await onSaved(t('adminApp.contact.saved'))
      return saved
    },
  })
  return (
    <>
      <ContactFields appId={appId} form={form} isNew={false} onSubmit={submit} />
      <StaleSaveDialog {...dialog} />
      <LeaveGuard unsaved={form.isDirty()} />
    </>
  )
}
