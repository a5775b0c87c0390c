import { recordAudit } from '../audit/record.ts'
import { orNotFound, refusalError } from '../errors.ts'
import { dropMedia } from './dropMedia.ts'
import { lockListingApp, type ListingCall } from './save.ts'
import { lockMedia, listUnshownAmong } from './store.ts'
import { staffTypes } from './upload.ts'

/** Deletes a file that was uploaded but not saved. To remove a file that a listing shows, change the listing. */
export async function deleteUpload(
  call: ListingCall,
  { id: appId, media_id }: { id: number; media_id: number },
): Promise<void> {
  const { services, actor, audience } = call
  await services.db.transaction().execute(async (tx) => {
    const app = await lockListingApp(tx, call, appId)
    const [locked] = await lockMedia(tx, app.id, [media_id])
    const media = orNotFound(locked, 'File')
    if (audience === 'developer' && staffTypes.includes(media.type)) {
      throw refusalError('not_allowed', 'Only platform staff can delete this.')
    }
    const unshown = await listUnshownAmong(tx, [media.id])
    if (unshown.length === 0) {
      throw refusalError('conflict', 'A listing uses this file. Remove it from the listing and save.')
    }
    const now = services.now()
    await dropMedia(tx, now, unshown)
    await recordAudit(tx, actor.audit, now, {
      action: 'listing.file_deleted',
      subject: { type: 'media', id: media.id },
      app_id: app.id,
      changes: { type: [media.type, null], original_filename: [media.original_filename, null] },
    })
  })
}
