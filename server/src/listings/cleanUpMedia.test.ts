// @module-tag engine
import { getListing, updateSubmission } from '@trestle/domain/listings/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { engine } from '../../testing/database.ts'
import { buildMedia, buildSubmission } from '../../testing/listings.ts'
import { raceInOrder, type Hold } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer } from '../../testing/server.ts'
import { cleanUpMedia } from './cleanUpMedia.ts'
import { lockMedia } from './store.ts'

const twoDays = 2 * dayMs

/** Creates an app with a draft listing, and with a file that no listing shows and that is old enough to delete. */
async function withOldFile() {
  const server = await startTestServer()
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  const fileId = await buildMedia(server, app, 'Picture')
  server.clock.advance(twoDays)
  const { id } = await buildSubmission(server, app, { media: [] })
  const client = server.as(owner)
  await client.call(getListing, { params: { id: app.id } })
  const save = () =>
    client.attempt(updateSubmission, { params: { id }, body: { pictures_attributes: [{ id: fileId }] } })
  return { server, app, fileId, save }
}

test(
  'a save that names a file the cleanup deletes at the same moment is refused at its field',
  repeated,
  async () => {
    const { server, fileId, save } = await withOldFile()
    // The cleanup deletes the row of the file, then waits here to release its bytes.
    const holdBytes: Hold = (tx) =>
      tx
        .selectFrom('files')
        .innerJoin('media', 'media.file_key', 'files.key')
        .select('key')
        .where('media.id', '=', fileId)
        .forUpdate('files')
        .executeTakeFirstOrThrow()
    const [, saved] = await raceInOrder(server, holdBytes, [
      async () => {
        await cleanUpMedia(server.services)
        return undefined
      },
      save,
    ])
    expect([saved?.status, saved?.body.fields]).toEqual([
      422,
      { 'pictures_attributes.0.id': ['This file no longer exists. Upload it again'] },
    ])
  },
)

// The embedded database runs one transaction at a time.
test.runIf(engine === 'server')(
  'the cleanup skips a file that is being saved, and deletes the others',
  async () => {
    const { server, app, fileId } = await withOldFile()
    await buildMedia(server, app, 'Picture')
    server.clock.advance(twoDays)
    await server.services.db.transaction().execute(async (tx) => {
      await lockMedia(tx, app.id, [fileId])
      await cleanUpMedia(server.services)
    })
    expect(await server.services.db.selectFrom('media').select('id').execute()).toEqual([{ id: fileId }])
  },
)

test('deletes at most 200 files in a run, and the others in the next one', async () => {
  const { server, app } = await withOldFile()
  for (let count = 0; count < 200; count += 1) await buildMedia(server, app, 'Picture')
  server.clock.advance(twoDays)
  const countAfterRun = async () => {
    await cleanUpMedia(server.services)
    return (await server.services.db.selectFrom('media').select('id').execute()).length
  }
  expect([await countAfterRun(), await countAfterRun()]).toEqual([1, 0])
})
