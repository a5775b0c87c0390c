import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import type { Actor } from '../../access/actor.ts'
import { recordAudit } from '../../audit/record.ts'
import { refusalError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { lockCallerExclusively } from '../lockCallerExclusively.ts'
import { changeDeveloper } from '../store.ts'
import { insertAcceptances } from './store.ts'

/** Records that the caller accepts the current terms. */
export async function acceptTerms(services: Services, actor: Actor, version: string): Promise<void> {
  if (version !== termsVersion) {
    throw refusalError('conflict', 'The terms have changed. Reload the page to read the current version.')
  }
  await services.db.transaction().execute(async (tx) => {
    const developer = await lockCallerExclusively(tx, actor)
    if (developer.terms_version === version) return
    const now = services.now()
    const { id: developer_id } = developer
    await insertAcceptances(tx, [
      // The version accepted at sign-up, if nothing recorded it then.
      { developer_id, version: developer.terms_version, accepted_at: developer.terms_accepted_at },
      { developer_id, version, accepted_at: now },
    ])
    await changeDeveloper(tx, developer_id, { terms_version: version, terms_accepted_at: now })
    await recordAudit(tx, actor.audit, now, {
      action: 'terms.accepted',
      subject: { type: 'developer', id: developer_id },
      changes: { terms_version: [developer.terms_version, version] },
    })
  })
}
