import { actionRefusal } from '@trestle/domain/apps/rules.ts'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { lazySchemas } from '../ui/lazySchema.ts'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import { toast } from '../ui/toast.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { RedirectFields } from './RedirectFields.tsx'
import { useRedirectLabels } from './useRedirectLabels.ts'
import { useStoredForm } from './useStaleSave.ts'

const schema = lazySchemas(() => import('./redirectSchema.ts'))(({ redirectSchema }) => redirectSchema)

type Fields = { redirect_uri: string; allowed_cors_domain: string }

interface RedirectsFormProps<Thing> {
  stored: Thing
  update: (body: Partial<Fields> & { if_unchanged_since: string }) => Promise<Thing>
  canEdit: boolean
  /** The action that the user needs permission for. */
  action: Parameters<typeof actionRefusal>[0]
  environment: CredentialEnvironment
  texts: { submit: string; saved: string }
}

const toFields = ({ redirect_uri, allowed_cors_domain }: Fields): Fields => ({
  redirect_uri,
  allowed_cors_domain,
})

/** Edits the redirect URIs and CORS domains of production or of a sandbox (CRED-03, CRED-06, CRED-07, CRED-18). */
export function RedirectsForm<Thing extends Fields & { updated_at: string; confidential: boolean }>({
  stored,
  update,
  canEdit,
  action,
  environment,
  texts,
}: RedirectsFormProps<Thing>) {
  const { form, submit, dialog } = useStoredForm<Fields, Thing>({
    stored,
    fields: schema,
    toValues: toFields,
    save: async (changed, since) => {
      const saved = await update({ ...changed, if_unchanged_since: since })
      toast('success', texts.saved)
      return saved
    },
  })
  return (
    <>
      <FormShell
        form={form}
        labels={useRedirectLabels()}
        submitLabel={texts.submit}
        disabledReason={canEdit ? null : actionRefusal(action).message}
        requiredNote={canEdit}
        saveHotkey
        onSubmit={submit}
      >
        <RedirectFields
          inputProps={(field) => form.getInputProps(field)}
          readOnly={!canEdit}
          environment={environment}
          isConfidential={stored.confidential}
        />
      </FormShell>
      <StaleSaveDialog {...dialog} />
      <LeaveGuard unsaved={form.isDirty()} />
    </>
  )
}
