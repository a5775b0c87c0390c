import { hash } from '@node-rs/argon2'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import type { Tx } from '../src/db/schema.ts'
import { ago } from './ago.ts'

export const demoPassword = 'trestle-demo-2026'

const people = {
  owner: {
    email: 'owner@demo.test',
    first_name: 'Olivia',
    last_name: 'Okafor',
    company_name: 'Siteline Software',
    procore_id: 41001,
  },
  adminCollab: {
    email: 'admin-collab@demo.test',
    first_name: 'Adrian',
    last_name: 'Castellanos',
    company_name: 'Siteline Software',
    procore_id: 41002,
  },
  devCollab: {
    email: 'dev-collab@demo.test',
    first_name: 'Devi',
    last_name: 'Raman',
    company_name: 'Siteline Software',
    procore_id: 41003,
  },
  stranger: {
    email: 'stranger@demo.test',
    first_name: 'Sten',
    last_name: 'Granberg',
    company_name: '',
    procore_id: null,
  },
  partner: {
    email: 'partner@demo.test',
    first_name: 'Paola',
    last_name: 'Ricci',
    company_name: 'Kilnworks',
    procore_id: 41005,
    is_partner: true,
  },
  employee: {
    email: 'employee@demo.test',
    first_name: 'Emeka',
    last_name: 'Nwosu',
    company_name: 'Trestle',
    procore_id: 41006,
    is_employee: true,
  },
  staff: {
    email: 'staff@demo.test',
    first_name: 'Stella',
    last_name: 'Fairbanks',
    company_name: 'Trestle',
    procore_id: 41007,
    is_employee: true,
    is_admin: true,
  },
  steelmaker: {
    email: 'steelmaker@demo.test',
    first_name: 'Ondřej',
    last_name: 'Malý',
    company_name: 'Ostrava Steel Systems',
    procore_id: 41008,
  },
  surveyor: {
    email: 'surveyor@demo.test',
    first_name: 'Hannah',
    last_name: 'Whitlock',
    company_name: 'Highline Survey',
    procore_id: 41009,
  },
  crewPlanner: {
    email: 'crew-planner@demo.test',
    first_name: 'Frida',
    last_name: 'Haugen',
    company_name: 'Fjordway',
    procore_id: 41010,
  },
  permitAgent: {
    email: 'permit-agent@demo.test',
    first_name: 'Peter',
    last_name: 'Lindgren',
    company_name: 'Plumbline Partners',
    procore_id: 41011,
  },
}

export type DemoPerson = keyof typeof people
export type DemoPeople = Record<DemoPerson, number>

/**
 * Inserts the demo accounts, confirmed and ready to sign in: the seven that `npm start` prints, and the
 * owners of marketplace apps of other companies.
 */
export async function insertPeople(tx: Tx, now: Date): Promise<DemoPeople> {
  const created = ago(now, 200)
  const passwordHash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const rows = await tx
    .insertInto('developers')
    .values(
      Object.values(people).map((person) => ({
        is_admin: false,
        is_employee: false,
        is_partner: false,
        ...person,
        password_hash: passwordHash,
        email_confirmed_at: created,
        terms_version: termsVersion,
        terms_accepted_at: created,
        created_at: created,
        updated_at: created,
      })),
    )
    .returning(['id', 'email'])
    .execute()
  const ids = new Map(rows.map(({ email, id }) => [email, id]))
  return Object.fromEntries(
    Object.entries(people).map(([name, { email }]) => [name, ids.get(email)]),
  ) as DemoPeople
}
