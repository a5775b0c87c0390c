import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Tx } from '../src/db/schema.ts'
import { ago } from './ago.ts'
import type { DemoPeople } from './people.ts'
import type { DemoPortal } from './portal.ts'

interface DemoNotification {
  title: string
  summary: string
  body: string
  /** Days before now at which the notification was written. */
  age: number
  critical?: true
  draft?: true
  hidden?: true
  /** About something that government cloud doesn't have. */
  commercialOnly?: true
  /** Days from now. */
  showAfter?: number
  readBy?: (keyof DemoPeople)[]
}

const notifications: DemoNotification[] = [
  {
    title: 'Access tokens live for 90 minutes',
    summary:
      'Tokens issued from Monday on expire after **5,400 seconds** instead of 7,200. Refresh tokens do not change.',
    body: [
      'From Monday on an access token is valid for 90 minutes.',
      '## What you need to do',
      '- Read `expires_in` of the token answer instead of assuming two hours.',
      '- Refresh when a call answers 401, once, and repeat the call.',
      'Apps that follow `expires_in` already need no change.',
    ].join('\n\n'),
    age: 170,
    readBy: ['owner', 'adminCollab', 'devCollab', 'stranger', 'partner', 'employee', 'staff'],
  },
  {
    title: 'Side panels open on schedule tasks',
    summary:
      'Five view keys of the Schedule tool are new: calendar, lookaheads, month, tasks and a single task.',
    body: [
      'Side panels can now open beside the schedule. The new keys are:',
      '| Key | Page |\n| --- | --- |\n| `schedule.calendar.list` | Calendar |\n| `schedule.calendar.lookaheads.list` | Lookaheads |\n| `schedule.calendar.month.list` | Month |\n| `schedule.calendar.task.list` | All tasks |\n| `schedule.calendar.task.detail` | One task |',
      'Add them to the `views` of your side panel and save a new version.',
    ].join('\n\n'),
    age: 64,
    commercialOnly: true,
    readBy: ['owner', 'devCollab', 'staff'],
  },
  {
    title: 'Sandbox hosts restart on Saturday',
    summary: 'Sandboxes are away for about 20 minutes on Saturday from 06:00 UTC while their databases move.',
    body: 'Calls to sandbox hosts answer 503 with `Retry-After` in that time. Production is not touched, and no data is lost.',
    age: 9,
    commercialOnly: true,
    readBy: ['owner', 'staff'],
  },
  {
    title: 'Version 3 manifests are converted when you save',
    summary:
      'A new version of an app with a version 3 manifest now starts from its conversion to 4.1, with a list of what was dropped.',
    body: [
      'You no longer need to convert by hand. The editor opens the converted document and lists the two things 4.1 has no place for: the `name` and `required` of an embedded component.',
      'Versions you saved before keep their document as it was.',
    ].join('\n\n'),
    age: 1,
  },
  {
    title: 'Quotas for service accounts, per company',
    summary: 'We are writing down how hourly quotas are counted for service accounts that name a company.',
    body: 'Draft for review by the API team before it goes out.',
    age: 3,
    draft: true,
  },
  {
    title: 'Marketplace listings get screenshots in dark mode',
    summary: 'From next week a listing can carry a second set of pictures.',
    body: 'Details follow with the release.',
    age: 2,
    showAfter: 6,
  },
  {
    title: 'Old webhooks page taken down',
    summary: 'The page described an event that never shipped.',
    body: 'Hidden while the page is corrected.',
    age: 30,
    hidden: true,
  },
]

export async function insertNotifications(
  tx: Tx,
  now: Date,
  people: DemoPeople,
  { isGovernmentCloud }: DemoPortal,
): Promise<void> {
  for (const note of notifications) {
    if (isGovernmentCloud && note.commercialOnly) continue
    const created = ago(now, note.age)
    const { id } = await tx
      .insertInto('notifications')
      .values({
        title: note.title,
        summary: note.summary,
        body: note.body,
        critical: note.critical ?? false,
        draft: note.draft ?? false,
        visible: !note.hidden,
        show_after:
          note.showAfter === undefined
            ? null
            : new Date(now.getTime() + note.showAfter * dayMs).toISOString().slice(0, 10),
        created_by: people.staff,
        created_at: created,
        updated_at: created,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const readers = note.readBy ?? []
    if (readers.length === 0) continue
    await tx
      .insertInto('notification_reads')
      .values(
        readers.map((reader) => ({
          notification_id: id,
          developer_id: people[reader],
          read_at: new Date(created.getTime() + dayMs / 2),
        })),
      )
      .execute()
  }
}
