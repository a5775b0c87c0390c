import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import classes from '../apps/AdminApp.module.css'
import { EditContactForm, NewContactForm } from '../apps/ContactForm.tsx'
import { adminDeveloperApp } from '../apps/queries.ts'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { paths } from '../paths.ts'
import '../texts/adminApp.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { toast } from '../ui/toast.ts'
import { useLast } from '../ui/useLast.ts'
import { AdminAppLoading, adminCrumbs } from './AdminAppLoading.tsx'

const newContactRoute = getRouteApi('/signedIn/adminOnly/admin/developer_apps/$id/contacts/new')
const contactRoute = getRouteApi('/signedIn/adminOnly/admin/developer_apps/$id/contacts/$contactId/edit')

/** Adds a contact to an app (AAPP-32, SET-10). */
export function NewAdminContactPage() {
  const { id } = newContactRoute.useParams()
  return <ContactPage id={id} />
}

/** Edits a contact of an app (AAPP-32, SET-10). */
export function AdminContactPage() {
  const { id, contactId } = contactRoute.useParams()
  return <ContactPage id={id} contactId={contactId} />
}

function ContactPage({ id, contactId }: { id: string; contactId?: string }) {
  const query = useQuery({ ...adminDeveloperApp(id), refetchOnWindowFocus: false })
  if (!query.data) return <AdminAppLoading query={query} />
  return <ContactDetails key={`${id} ${contactId ?? 'new'}`} app={query.data} contactId={contactId} />
}

function ContactDetails({ app, contactId }: { app: AdminDeveloperApp; contactId: string | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const stored = app.contacts.find(({ id }) => String(id) === contactId)
  // A contact that someone else has since removed stays, including unsaved input.
  const contact = useLast(stored ?? null)
  if (contactId !== undefined && !contact) return <NotFoundPage />
  const title = contact
    ? t('adminApp.contact.editTitle', { name: contact.name })
    : t('adminApp.contact.newTitle')
  const leave = async (message: string) => {
    toast('success', message)
    await navigate({ href: paths.adminApp(app.id), ignoreBlocker: true })
  }
  const name = app.internal_name
  return (
    <>
      <PageHeader
        title={title}
        documentTitle={[title, name]}
        crumbs={[...adminCrumbs(t), { label: name, href: paths.adminApp(app.id) }, { label: title }]}
        description={t('adminApp.contact.detail', { name })}
      />
      <div className={classes['narrow']}>
        <Section title={t('adminApp.contact.section')}>
          {contact ? (
            <EditContactForm appId={app.id} contact={contact} onSaved={leave} />
          ) : (
            <NewContactForm appId={app.id} onSaved={leave} />
          )}
        </Section>
      </div>
    </>
  )
}
