import { z } from 'zod'
import type { EmbeddedData } from '../http/pages.ts'
import { deadLink, isLinkLive } from './emailToken.ts'

const PageQuery = z.object({ return_to: z.string().optional() }).catch({})

const readReturnTo = (query: unknown) => PageQuery.parse(query).return_to ?? null

/** The pages before sign-in, for visitors. Their forms check the return path before they follow it. */
export const accountPages: EmbeddedData[] = [
  {
    page: 'signIn',
    access: 'anyone',
    load: async (_services, _actor, { query }) => ({
      view: { page: 'signIn', returnTo: readReturnTo(query) },
    }),
  },
  {
    page: 'signUp',
    access: 'anyone',
    load: async (_services, _actor, { query }) => ({
      view: { page: 'signUp', returnTo: readReturnTo(query) },
    }),
  },
  {
    page: 'forgotPassword',
    access: 'anyone',
    load: async () => ({ view: { page: 'forgotPassword' } }),
  },
  {
    page: 'resetPassword',
    access: 'anyone',
    load: async (services, _actor, { params }) => {
      const token = params['token'] ?? ''
      const problem = (await isLinkLive(services, 'reset_password', token)) ? null : deadLink.reset_password
      return { view: { page: 'resetPassword', token, problem } }
    },
  },
]
