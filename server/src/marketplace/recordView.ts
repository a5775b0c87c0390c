import { createHmac } from 'node:crypto'
import { isStaff } from '@trestle/domain/accounts/factors/rules.ts'
import { isMachine } from '@trestle/domain/marketplace/rules.ts'
import { utcDay } from '@trestle/domain/time/days.ts'
import type { Actor } from '../access/actor.ts'
import { toNetwork } from '../access/network.ts'
import { peopleOn } from '../access/authorizedApp.ts'
import type { BrowserClient } from '../http/route.ts'
import { recordMarketplaceView } from '../metrics/recordMarketplaceView.ts'
import type { Services } from '../services.ts'
import { readSalt } from './readSalt.ts'

const hashBytes = 16

/** Counts a visit to a listing, unless it comes from a bot, from staff or from the app's own team (decision 22). */
export async function recordView(
  services: Services,
  actor: Actor | null,
  { address, userAgent }: Pick<BrowserClient, 'address' | 'userAgent'>,
  app: { id: number },
): Promise<void> {
  const { db, now } = services
  if (isMachine(userAgent)) return
  if (actor) {
    if (isStaff(actor)) return
    const people = await peopleOn(db, app)
    if (people.some(({ developer_id }) => developer_id === actor.id)) return
  }
  const day = utcDay(now().getTime())
  const salt = await readSalt(services, day)
  // The app is part of the hash, so that no one can be followed from one listing to the next.
  const hash = (...parts: string[]): Buffer =>
    createHmac('sha256', salt)
      .update(JSON.stringify([app.id, ...parts]))
      .digest()
      .subarray(0, hashBytes)
  const network = toNetwork(address)
  await recordMarketplaceView(db, {
    appId: app.id,
    day,
    address: hash(network),
    browser: hash(network, userAgent),
  })
}
