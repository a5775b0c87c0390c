import type { ServiceScope } from '@trestle/domain/access/serviceScopes.ts'
import type { BodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import type { Endpoint, InputOf, ReplyOf } from '@trestle/domain/http/endpoint.ts'
import type { Paged } from '@trestle/domain/http/paging.ts'
import type { FastifyRequest } from 'fastify'
import type { Actor, AuditActor, ServiceActor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import type { Table } from '../text/csv.ts'
import type { Upload } from './multipart.ts'

declare module 'fastify' {
  /** Route properties, so that no code depends on the text of an address. */
  interface FastifyContextConfig {
    /** Exempts requests from the limit per address: for probes and static files. */
    isUnlimited?: true
    /** Called every few seconds by machines that watch this one, so it isn't logged. */
    isProbe?: true
    /** Has the same reply for everyone, so the caller's session isn't looked up. */
    isPublic?: true
    /** Only platform services call this route, with their bearer tokens. */
    isForServices?: true
    /** Stays open for someone who must set up a second factor first. */
    isForEnrollment?: true
    /** Stays open for someone who must accept the current terms first. */
    opensBeforeTerms?: true
    /** A download: someone who follows its link without a session is sent to sign in. */
    isExport?: true
  }
  interface FastifySchema {
    'x-body-limit'?: BodyLimit
  }
}

/**
 * Returns whether a request is an API call. Decides by the route, because an address can be written in several ways.
 */
export const isCall = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/api/') === true

/**
 * The callers that are allowed. The handler checks access to the object on the loaded row.
 *
 * `public` is for reads with the same reply for everyone: the session of a caller who has one isn't looked up.
 * `service` is a platform service with its bearer token: no session, no CSRF token.
 */
export type Access = 'public' | 'anyone' | 'signedIn' | 'platformAdmin' | 'service'

/** Returns whether a call needs neither a session nor a token. */
export const opensToAnyone = (access: Access): boolean => access === 'public' || access === 'anyone'

interface Actors {
  public: undefined
  anyone: Actor | null
  signedIn: Actor
  platformAdmin: Actor
  service: ServiceActor
}

/** The browser's side of a request, for the few routes that sign users in and out. */
export interface BrowserClient {
  address: string
  userAgent: string
  /** The token of the session cookie, if there is one. */
  sessionToken: string | undefined
  setSessionToken: (token: string, expiresAt: Date) => void
  /** The token of a sign-in that waits for a second factor, if there is one. */
  pendingToken: string | undefined
  /** Replaces the session cookie. */
  setPendingToken: (token: string, expiresAt: Date) => void
  /** Clears the session cookie and what pages stored in the browser during the session. */
  clearSessionToken: () => void
  /** The device token from an earlier sign-in in this browser, signed in or not. */
  deviceToken: string | undefined
  setDeviceToken: (token: string, expiresAt: Date) => void
  csrfToken: () => string
}

/** The files of a form, by their names in the contract. */
type FilesOf<E extends Endpoint> = E extends { multipart: { files: readonly (infer Name extends string)[] } }
  ? { files: { [N in Name]?: Upload } }
  : unknown

/** The actor for the audit log. `actor.audit` has it where the actor can't be anonymous or a service. */
type AuditActorOf<A extends Access> = A extends 'signedIn' | 'platformAdmin' ? unknown : { by: AuditActor }

export type Call<E extends Endpoint, A extends Access> = InputOf<E> &
  FilesOf<E> &
  AuditActorOf<A> & {
    actor: Actors[A]
    services: Services
    /** The JSON body as sent; empty for any other content type. */
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

/** What a route can declare about itself, whatever its endpoint. */
interface RouteFlags {
  /** Stays open for someone who must set up a second factor first. */
  isForEnrollment?: true
  /** Stays open for someone who must accept the current terms first. Calls that anyone can make always do. */
  opensBeforeTerms?: true
  /** The handler returns the same object until the reply changes, which is then written and compressed only once. */
  isFixed?: true
  /** Isn't mounted in government cloud, where it returns 404 like an unknown call. */
  isAbsentInGovernmentCloud?: true
}

/** One mounted route with its types erased; only the HTTP layer uses it. */
export interface Route extends RouteFlags {
  endpoint: Endpoint
  access: Access
  /** The scope that a service's token must have. */
  scope?: ServiceScope
  admit: ((call: unknown) => Promise<void>) | undefined
  /** The reply's object schemas drop unknown fields, so a secret column can't leak. */
  handle: (call: unknown) => unknown
}

type Scoped<A extends Access> = A extends 'service' ? { scope: ServiceScope } : { scope?: never }

type Definition<E extends Endpoint, A extends Access> = Scoped<A> &
  RouteFlags & {
    access: A
    /** Runs before the files of a form are read, so that an unauthorized upload is refused unread. */
    admit?: (
      call: Omit<Call<E, A>, 'body' | 'bodyText' | 'files'> & { contentLength: number | undefined },
    ) => Promise<void>
    handle: (call: Call<E, A>) => Promise<Answer<E>> | Answer<E>
  }

/** Joins a contract's endpoint with its handler. Access is required. */
export function route<E extends Endpoint, A extends Access>(
  endpoint: E,
  definition: Definition<E, A>,
): Route {
  const { admit, handle } = definition
  return {
    ...definition,
    endpoint,
    admit: admit && ((call) => admit(call as Parameters<typeof admit>[0])),
    // The HTTP layer parsed the input with the endpoint's own schemas, so it has the type the handler expects.
    handle: (call) => handle(call as Call<E, A>),
  }
}
