import { utcDay } from '@trestle/domain/time/days.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import type { PrivateFeedRoute } from '../http/feeds.ts'
import { admitReader, feedSettingsUrl } from './feedAddress.ts'
import { listNotifications } from './store.ts'

const maxEntries = 50

/** A reader without read marks, because the feed is the same for everyone. */
const anyone = { id: 0 }

/** The announcements visible to all developers, for holders of a private address (NOTE-30). */
export const notificationFeed: PrivateFeedRoute = {
  path: pageAddress('notifications'),
  title: (platform) => `${platform} announcements`,
  description: 'Announcements of the platform for developers.',
  admit: admitReader,
  hint: (services) =>
    `This feed is private. Sign in and create your own feed URL at ${feedSettingsUrl(services)}.`,
  entries: async ({ db, now }) => {
    const wanted = { shownOn: utcDay(now()) }
    const { rows } = await listNotifications(db, anyone, wanted, { page: 1, per_page: maxEntries })
    return rows.map(({ id, title, summary, body, critical, created_at, updated_at, show_after }) => ({
      id: pageAddress('notification', { id }),
      title,
      href: pageAddress('notification', { id }),
      text: `${summary}\n\n${body}`,
      // An announcement with a later start date was published on that date.
      published: new Date(Math.max(Date.parse(created_at), Date.parse(show_after ?? created_at))),
      updated: new Date(updated_at),
      tags: critical ? ['critical'] : [],
    }))
  },
}
