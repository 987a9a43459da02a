import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Ctx } from './ctx.ts'
import type { Job } from './jobs.ts'
import type { PublicPage } from './public-page.ts'
import type { RowKinds } from './rows.ts'
import type { Route, Serving } from './serve.ts'
import type { WantedMessage } from './wanted.ts'

/**
 * What an area brings to the server, in its `server.ts`; app/server/areas.ts lists the areas. Here stands what the kit
 * itself serves. An area that lets others bring something declares its own field beside the code that reads it (kinds of
 * approval, badges, what a merge moves), and finds the areas in `ctx.services.areas`.
 */
export interface ServerArea {
  /** The area's folder. */
  name: string
  /** Its calls that are answered in JSON. */
  routes: readonly Route[]
  /** Those of `routes` whose pages, refusals and texts belong to another area, by its name. */
  belongsTo?: Readonly<Record<string, readonly Route[]>>
  /** Its calls that take or give a file. */
  files?: readonly FileCalls[]
  /** Addresses that anybody may open; what draws them, its `public.ts` brings. */
  publicPages?: readonly PublicPage[]
  /** The kinds of rows that calls name under a scope, and whose such a row is. */
  rowKinds?: RowKinds
  /** Its work in the background. */
  jobs?: readonly Job[]
  /** The most frequent calls of the area, run once at start for some record and rolled back; see app/server/warm-up.ts. */
  warmUp?: (ctx: Ctx) => Promise<unknown>
  /** Threads for CPU-heavy work: `warm` loads one at server start, `end` stops all of them. */
  threads?: { warm(): void; end(): Promise<void> }
  /** Messages that strangers ask for, by kind. */
  wanted?: Readonly<Record<string, WantedMessage>>
}

declare module './ctx.ts' {
  interface Services {
    /** The areas of the product, for code that serves contributions of all areas. */
    areas: readonly ServerArea[]
  }
}

/** Calls that answer by themselves; `outsideApi`: at the address of a page, for files that pages show. */
type FileCalls = {
  calls: readonly Endpoint[]
  mount: (app: FastifyInstance, serving: Serving) => void | Promise<void>
  outsideApi?: true
}

/** Every kind of row that some area tells of. */
export const rowKindsOf = (areas: readonly ServerArea[]): RowKinds =>
  Object.assign({}, ...areas.map(({ rowKinds }) => rowKinds))
