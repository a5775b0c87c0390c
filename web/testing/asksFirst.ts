import type { Endpoint } from '@trestle/domain/http/endpoint.ts'

/** After these refusals the page asks the user something, then repeats the call. */
const codes = ['not_signed_in', 'confirmation_required', 'terms_not_accepted']

/** Returns whether the page answers a refusal with a question instead of showing it. */
export const asksFirst = ({ path }: Pick<Endpoint, 'path'>, code: string): boolean =>
  // The calls of the sign-in refuse a wrong password with the same code.
  codes.includes(code) && !path.startsWith('/api/v1/session')
