import { pageAddress } from '@trestle/domain/routes.ts'
import type { Actor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { removeDraftsOfApp } from '../drafts/removeDraft.ts'
import { sendEmail, type OutgoingEmail } from '../mail/send.ts'
import { sendToEach, type SharedEmail } from '../mail/sendToEach.ts'
import { writeText, type MailSettings } from '../mail/writeText.ts'
import { cancelBuild } from '../sandboxes/cancel.ts'
import type { Services } from '../services.ts'
import { lockAppFor, peopleOn } from '../access/authorizedApp.ts'
import { changeApp } from './store.ts'

/** Deletes an app for everyone who works on it. The row remains, so that staff can undelete it. */
export async function deleteApp(services: Services, actor: Actor, id: number): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { app } = await lockAppFor(tx, actor, id, 'app.delete')
    const now = services.now()
    await changeApp(tx, id, { deleted_at: now, updated_at: now })
    await cancelBuild(tx, actor.audit, now, id)
    await removeDraftsOfApp(tx, app)
    await recordAudit(tx, actor.audit, now, {
      action: 'app.deleted',
      subject: { type: 'app', id },
      app_id: id,
      changes: { deleted_at: [null, now] },
    })
    await sendEmail(tx, actor.audit, now, ownDeletionEmail(services.settings, app.internal_name, actor.email))
    const others = (await peopleOn(tx, { id })).filter((person) => person.developer_id !== actor.id)
    const recipients = others.map(({ email }) => email)
    await sendToEach(
      tx,
      actor.audit,
      now,
      deletedEmail(services, { app: app.internal_name, by: actor, recipients }),
    )
  })
}

/** Confirms the deletion to the owner, because someone else may have used their browser. */
const ownDeletionEmail = (settings: MailSettings, app: string, email: string): OutgoingEmail => ({
  kind: 'own_app_deleted',
  recipient: email,
  subject: `You deleted ${app}`,
  body: writeText(
    `You (${email}) deleted the app ${app} on the ${settings.PLATFORM_NAME} developer portal.`,
    `Platform staff can undelete it. If this was a mistake, contact support:\n${settings.SUPPORT_URL}`,
    "If this wasn't you, also choose a new password immediately, which signs out every browser:",
    `${settings.PUBLIC_URL}${pageAddress('forgotPassword')}`,
  ),
})

interface Deletion {
  app: string
  by: Pick<Actor, 'name' | 'email'>
  recipients: string[]
}

const deletedEmail = ({ settings }: Services, { app, by, recipients }: Deletion): SharedEmail => ({
  kind: 'app_deleted',
  recipients,
  subject: `${app} was deleted`,
  paragraphs: [
    `${by.name} (${by.email}) deleted the app ${app} on the ${settings.PLATFORM_NAME} developer portal.`,
    "It's no longer available to you or its other collaborators.",
    `If this was a mistake, write to ${by.email} or contact support:\n${settings.SUPPORT_URL}`,
  ],
})
