import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { DeclaredSetupRecord } from '#kit/contract/record.ts'
import type { Ctx } from './ctx.ts'
import type { DeferredMessage } from './deferred-messages.ts'
import type { ServerJobContext } from './job-context.ts'
import type { BackgroundJob } from './jobs.ts'
import type { PublicPage } from './public-page.ts'
import type { RowKinds } from './rows.ts'
import type { Route, ServingContext } from './serve.ts'

/**
 * The server side of an area, exported by its `server.ts`. app/server/areas.ts lists all areas.
 * The kit reads the fields of this interface in every area.
 * An area that collects contributions from others, such as badges, adds its own field by declaration merging.
 * An area that collects contributions reads them from `ctx.services.areas`.
 */
export interface ServerArea {
  /** The name of the area's folder. */
  name: string
  /** Calls that receive and return JSON. */
  routes: readonly Route[]
  /** Setup records without special rules: the kit serves their calls from contract and table. */
  records?: readonly DeclaredSetupRecord[]
  /** Routes whose pages, refusals and texts belong to another area; the key is the name of that area. */
  belongsTo?: Readonly<Record<string, readonly Route[]>>
  /** Calls that receive or send a file. */
  files?: readonly FileCalls[]
  /** Pages that need no sign-in. The area's `public.ts` has their components. */
  publicPages?: readonly PublicPage[]
  /** The row kinds of the area that call scopes refer to, each with the SQL that finds the owner of a row. */
  rowKinds?: RowKinds
  /** Background jobs of the area. */
  jobs?: readonly BackgroundJob[]
  /** Short work that every process repeats, for what cannot wait for a scheduled job. */
  loops?: readonly Loop[]
  /** Runs the area's most frequent calls when the server starts, and rolls them back; see app/server/warm-up.ts. */
  warmUp?: (ctx: Ctx) => Promise<unknown>
  /** Threads for CPU-heavy work: `warm` starts a thread when the server starts, `end` stops all threads. */
  threads?: { warm(): void; end(): Promise<void> }
  /** Messages that unauthenticated callers can request, by the kind of message. */
  deferredMessages?: Readonly<Record<string, DeferredMessage>>
}

declare module './ctx.ts' {
  interface Services {
    /** All areas of the product, for code that collects contributions of areas. */
    areas: readonly ServerArea[]
  }
}

/** Work that a process repeats at an interval. `failure` is the log line if a run fails; the next run follows as usual. */
export type Loop = {
  everyMs: number
  failure: string
  work: (context: ServerJobContext, isStopped: () => boolean) => Promise<unknown>
}

/** Calls with their own request handlers. `outsideApi` mounts them outside /api, for files that pages show. */
type FileCalls = {
  calls: readonly Endpoint[]
  mount: (app: FastifyInstance, serving: ServingContext) => void | Promise<void>
  outsideApi?: true
}

/** Merges the row kinds of all areas. */
export const collectRowKinds = (areas: readonly ServerArea[]): RowKinds =>
  Object.assign({}, ...areas.map(({ rowKinds }) => rowKinds))
