import type { ServiceScope } from '@trestle/domain/access/serviceScopes.ts'
import type { BodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import type { Endpoint, InputOf, ReplyOf } from '@trestle/domain/http/endpoint.ts'
import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor, AuditActor, ServiceActor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import type { Table } from './csv.ts'
import type { Upload } from './multipart.ts'

declare module 'fastify' {
  /** Properties of a route, so that nothing depends on the text of an address. */
  interface FastifyContextConfig {
    /** Requests don't count against the limit per address: for probes and static files. */
    isUnlimited?: true
    /** Only services of the platform call this, with their bearer tokens. */
    isForServices?: true
    /** A download: someone who follows its link without a session is sent to sign in. */
    isExport?: true
  }
  interface FastifySchema {
    'x-body-limit'?: BodyLimit
  }
}

/** Returns whether a request is a call of the API, by its route: an address may be written in several ways. */
export const isCall = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/api/') === true

/**
 * Who may call. Which object they may touch is asked by the handler, on the loaded row.
 *
 * `service` is a service of the platform with its bearer token: no session, no CSRF token.
 */
export type Access = 'anyone' | 'signedIn' | 'platformAdmin' | 'service'

interface Actors {
  anyone: Actor | null
  signedIn: Actor
  platformAdmin: Actor
  service: ServiceActor
}

/** The browser's side of a request, for the few routes that sign people in and out. */
export interface BrowserClient {
  address: string
  userAgent: string
  /** The token of the session cookie, if there is one. */
  sessionToken: string | undefined
  setSessionToken: (token: string, expiresAt: Date) => void
  /** Clears the session cookie and what pages stored in the browser during the session. */
  clearSessionToken: () => void
  /** What this browser kept of an earlier sign-in, signed in or not. */
  deviceToken: string | undefined
  setDeviceToken: (token: string, expiresAt: Date) => void
  csrfToken: () => string
}

/** The files that came with a form, by the names of the contract. */
type FilesOf<E extends Endpoint> = E extends { multipart: { files: readonly (infer Name extends string)[] } }
  ? { files: { [N in Name]?: Upload } }
  : unknown

export type Call<E extends Endpoint, A extends Access> = InputOf<E> &
  FilesOf<E> & {
    actor: Actors[A]
    by: AuditActor
    services: Services
    /** A JSON body as it was sent; empty for any other kind. */
    bodyText: string
    client: BrowserClient
  }

type Answer<E extends Endpoint> = E extends { csv: string }
  ? Table
  : E extends { paged: true; reply: { _zod: { output: (infer Row)[] } } }
    ? Paged<Row>
    : ReplyOf<E> extends undefined
      ? void
      : ReplyOf<E>

/** One mounted route with its types erased: only the HTTP layer looks at it. */
export interface Route {
  endpoint: Endpoint
  access: Access
  /** The scope that the token of a service must have. */
  scope?: ServiceScope
  admit?: (call: unknown) => Promise<void>
  /** The object schemas of the reply cut what they do not know, so a secret column cannot leave. */
  handle: (call: unknown) => unknown
}

type Scoped<A extends Access> = A extends 'service' ? { scope: ServiceScope } : { scope?: never }

type Definition<E extends Endpoint, A extends Access> = Scoped<A> & {
  access: A
  /** Asked before the files of a form are read: whoever may not send them does not get to. */
  admit?: (
    call: Omit<Call<E, A>, 'body' | 'bodyText' | 'files'> & { contentLength: number | undefined },
  ) => Promise<void>
  handle: (call: Call<E, A>) => Promise<Answer<E>> | Answer<E>
}

/** Joins an endpoint of the contract to the code that answers it. Saying who may call is not optional. */
export function route<E extends Endpoint, A extends Access>(
  endpoint: E,
  definition: Definition<E, A>,
): Route {
  const { access, scope, admit } = definition
  return {
    endpoint,
    access,
    ...(scope && { scope }),
    ...(admit && { admit: (call: unknown) => admit(call as Parameters<typeof admit>[0]) }),
    // The HTTP layer parsed the input with the endpoint's own schemas, so it has the type the handler asks for.
    handle: (call) => definition.handle(call as Call<E, A>),
  }
}

/** The part of a list's query that says which page. */
export const toPage = (query: Page): Page => ({ page: query.page, per_page: query.per_page })
