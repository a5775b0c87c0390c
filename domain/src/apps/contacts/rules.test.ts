import { expect, test } from 'vitest'
import { decideContact } from './rules.ts'

const ida = { id: 1, name: 'Ida Lund', email: 'ida@lund.example' }
const per = { id: 2, name: 'Per Lund', email: 'per@lund.example' }

test.each([
  { known: [], email: ida.email, own: null, ok: true },
  { known: [ida], email: per.email, own: null, ok: true },
  { known: [ida], email: ida.email, own: null, ok: false },
  { known: [ida, per], email: ida.email, own: 1, ok: true },
  { known: [ida, per], email: per.email, own: 1, ok: false },
  { known: [ida, per], email: undefined, own: 1, ok: true },
  { known: [ida, per], email: 'new@lund.example', own: null, ok: false },
  { known: [ida, per], email: 'new@lund.example', own: 2, ok: true },
])(
  'with contacts $known.length of at most two, $email for contact $own is accepted: $ok',
  { tags: ['AAPP-33'] },
  ({ known, email, own, ok }) => {
    expect(decideContact(known, email, { own, limit: 2 }).ok).toBe(ok)
  },
)
