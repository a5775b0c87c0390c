import type { AppPermissions, AppRole, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { actionRefusal } from '@trestle/domain/apps/rules.ts'
import type { Collaborator, Invitation } from '@trestle/domain/collaborators/contract.ts'
import { newestChange, openInvitations } from '@trestle/domain/collaborators/rules.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conflictingState } from '../http/callError.ts'
import { useSession } from '../http/session.ts'
import { useStaleSave } from '../shared/useStaleSave.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import '../texts/collaborators.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { StaleSaveDialog } from '../ui/StaleSaveDialog.tsx'
import bar from '../ui/StickyBar.module.css'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { CollaboratorDialog, rowKeyFor, type Question } from './CollaboratorDialog.tsx'
import { CollaboratorsTable, focusLine, invitationLine, personLine } from './CollaboratorsTable.tsx'
import { useResend, useUpdateCollaborators, type RoleChoices } from './queries.ts'

/** Only the roles that differ from the stored ones, because the list may change before the save. */
const none: { roles: RoleChoices } = { roles: {} }

/** Treats the list as one object with the time of its latest change. */
const toPeople = (rows: Collaborator[]) => ({ rows, updated_at: newestChange(rows) })

function findCurrent(error: unknown) {
  const rows = conflictingState<Collaborator[]>(error)
  return rows && toPeople(rows)
}

const latest = (...times: string[]) => newestChange(times.map((updated_at) => ({ updated_at })))

/** Returns the roles chosen after `sent` was sent. Undoing a choice selects the previous role. */
function chosenSince(sent: RoleChoices, now: RoleChoices, before: Collaborator[]): RoleChoices {
  const changed = before.filter(({ id }) => now[id] !== sent[id])
  return Object.fromEntries(changed.map(({ id, role }) => [id, now[id] ?? role]))
}

function useRoleChoices(appId: number, people: Collaborator[]) {
  const { t } = useTranslation()
  const form = useSchemaForm(null, none)
  const { mutateAsync: update } = useUpdateCollaborators(appId)
  /** When the list last changed before the user's first choice. The table itself keeps refreshing. */
  const seen = useRef(newestChange(people))
  const stored = toPeople(people)
  const stale = useStaleSave({
    stored,
    save: async ({ roles }: typeof none, since) => {
      const rows = await update({ roles, since: latest(since, seen.current) })
      toast('success', t('collaborators.tab.saved'))
      return toPeople(rows)
    },
    findCurrent,
    isStored: ({ rows }, { roles }) =>
      Object.keys(roles).every((id) =>
        rows.some((row) => String(row.id) === id && row.role === roles[row.id]),
      ),
    onStored: (_, submitted) => {
      const now = form.getValues()
      form.reset()
      if (submitted) form.setValues({ roles: chosenSince(submitted.roles, now.roles, people) })
    },
  })
  const { roles } = form.values
  const choose = ({ id, role: current }: { id: number; role: AppRole }, role: AppRole) => {
    if (!form.isDirty()) seen.current = stored.updated_at
    const { [id]: _before, ...others } = roles
    form.setFieldValue('roles', role === current ? others : { ...others, [id]: role })
  }
  return { form, stale, choices: roles, choose }
}

interface CollaboratorsFormProps {
  app: DeveloperApp
  permissions: AppPermissions
  people: Collaborator[]
  invitations: Invitation[]
}

/** Shows the table of collaborators and invitations, its menus, and the button that saves the roles (COLL-11). */
export function CollaboratorsForm({ app, permissions, people, invitations }: CollaboratorsFormProps) {
  const { t } = useTranslation()
  const { developer } = useSession()
  const [question, setQuestion] = useState<Question | null>(null)
  const { form, stale, choices, choose } = useRoleChoices(app.id, people)
  const resend = useResend(app.id)
  const canEdit = permissions.canUpdateCollaborators
  const frame = useRef<HTMLDivElement>(null)
  const hadDialog = useRef(false)
  // The row must not disappear until its dialog has closed, because the focus would be lost.
  useEffect(() => {
    if (hadDialog.current && document.activeElement === document.body) frame.current?.focus()
  }, [people, invitations])
  const close = () => {
    hadDialog.current = true
    if (question) requestAnimationFrame(() => focusLine(frame.current, rowKeyFor(question)))
    setQuestion(null)
  }
  const table = (
    <CollaboratorsTable
      lines={[
        ...people.map((person) => personLine(person, developer?.id)),
        ...openInvitations(invitations, people).map(invitationLine),
      ]}
      role={app.role}
      canEdit={canEdit}
      choices={choices}
      onChoose={choose}
      onAsk={setQuestion}
      onResend={(invitation) =>
        resend.mutate(invitation, {
          onSuccess: ({ email }) => toast('success', t('collaborators.tab.resent', { email })),
        })
      }
    />
  )
  if (!canEdit) {
    return (
      <>
        <p>{actionRefusal('collaborators.edit').message}</p>
        {table}
      </>
    )
  }
  return (
    <>
      <ErrorBanner
        title={t('collaborators.tab.resendFailed')}
        error={resend.error && toFailure(resend.error)}
        onClose={resend.reset}
      />
      <FormShell
        form={form}
        labels={{}}
        onSubmit={stale.submit}
        submitLabel={t('collaborators.tab.save')}
        errorTitle={t('collaborators.tab.saveFailed')}
        requiredNote={false}
        barClass={bar['bar']}
        saveHotkey
      >
        <div ref={frame} tabIndex={-1}>
          {table}
        </div>
      </FormShell>
      <StaleSaveDialog {...stale.dialog} />
      <CollaboratorDialog
        app={app}
        question={question}
        onClose={close}
        onSettled={(person) => choose(person, person.role)}
      />
      <LeaveGuard unsaved={form.isDirty()} />
    </>
  )
}
