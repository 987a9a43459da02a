import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Ctx } from './ctx.ts'
import type { DeferredMessage } from './deferred-messages.ts'
import type { Job } from './jobs.ts'
import type { PublicPage } from './public-page.ts'
import type { RowKinds } from './rows.ts'
import type { Route, Serving } from './serve.ts'

/**
 * The server side of an area, exported by its `server.ts`; app/server/areas.ts lists all areas. The fields here are read by
 * the kit. An area that accepts contributions from others (approval kinds, badges, merge moves) adds its own field by
 * declaration merging beside the code that reads it, and iterates over `ctx.services.areas`.
 */
export interface ServerArea {
  /** The area's folder. */
  name: string
  /** Calls with JSON replies. */
  routes: readonly Route[]
  /** Routes whose pages, refusals and texts belong to another area, by the name of that area. */
  belongsTo?: Readonly<Record<string, readonly Route[]>>
  /** Calls that receive or send a file. */
  files?: readonly FileCalls[]
  /** Pages that need no sign-in. The area's `public.ts` has their components. */
  publicPages?: readonly PublicPage[]
  /** Row kinds that call scopes refer to, with the SQL that finds a row's owner. */
  rowKinds?: RowKinds
  /** Background jobs. */
  jobs?: readonly Job[]
  /** Runs the area's most frequent calls once at start, in a transaction that is rolled back; see app/server/warm-up.ts. */
  warmUp?: (ctx: Ctx) => Promise<unknown>
  /** Threads for CPU-heavy work: `warm` loads one at server start, `end` stops all of them. */
  threads?: { warm(): void; end(): Promise<void> }
  /** Messages that unauthenticated callers can request, by kind. */
  deferredMessages?: Readonly<Record<string, DeferredMessage>>
}

declare module './ctx.ts' {
  interface Services {
    /** All areas of the product, for code that collects their contributions. */
    areas: readonly ServerArea[]
  }
}

/** Calls with their own handlers. `outsideApi` mounts them outside /api, for files that pages show. */
type FileCalls = {
  calls: readonly Endpoint[]
  mount: (app: FastifyInstance, serving: Serving) => void | Promise<void>
  outsideApi?: true
}

/** The row kinds of all areas. */
export const collectRowKinds = (areas: readonly ServerArea[]): RowKinds =>
  Object.assign({}, ...areas.map(({ rowKinds }) => rowKinds))
