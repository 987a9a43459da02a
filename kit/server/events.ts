import type { Ctx } from './ctx.ts'

// What happens in one area and concerns areas above it. The area in which it happens declares the event; an area above brings
// a handler in its `server.ts`. Handlers run inside the transaction, in the order of the layers (db/layers.ts), and none may
// rely on another: a handler that refuses refuses the whole call. docs/architecture.md lists all of them.

type Event<Data> = { name: string; when: string; readonly data?: Data }

export const event = <Data>(name: string, when: string): Event<Data> => ({ name, when })

/**
 * An event that SQL publishes by calling `<name>(…, source)` with the row that it is about; its handlers are SQL functions
 * `<area>_on_<name>`, the hyphens of the area as underscores.
 */
type SqlEvent = { name: string; when: string; sql: { name: string; type: string } }

/**
 * A question that SQL asks the areas above: it calls `<name>(…)` and is given the rows with which all their functions
 * `<area>_on_<name>` answer.
 */
type SqlQuestion = { name: string; when: string; asks: { parameters: Readonly<Record<string, string>>; rows: string } }

/** Those of the areas that are loaded: also one that nobody handles yet is a function that can be called. */
export const declaredSqlEvents: (SqlEvent | SqlQuestion)[] = []

/** `row`: what it is about, and its type; a sale unless something else is said. */
export function sqlEvent(name: string, when: string, row = { name: 'sale', type: 'transaction_summary' }): SqlEvent {
  const declared = { name, when, sql: row }
  declaredSqlEvents.push(declared)
  return declared
}

/** `parameters`: their types by their names; `rows`: the type of what is answered. */
export function sqlQuestion(name: string, when: string, asks: SqlQuestion['asks']): SqlQuestion {
  const declared = { name, when, asks }
  declaredSqlEvents.push(declared)
  return declared
}

export type Handler = {
  event: Event<never> | SqlEvent | SqlQuestion
  /** What the area does then, for people. */
  does: string
  run?: (ctx: Ctx, data: never) => Promise<unknown>
}

export const on = <Data>(
  event: Event<Data>,
  does: string,
  run: (ctx: Ctx, data: Data) => Promise<unknown>,
): Handler => ({
  event: event as Event<never>,
  does,
  run,
})

/** The area's SQL function handles it. */
export const onSql = (event: SqlEvent | SqlQuestion, does: string): Handler => ({ event, does })

declare module './area.ts' {
  interface ServerArea {
    /** The events of areas below that this one handles. */
    handles?: readonly Handler[]
  }
}

/** Runs every handler of the event, one after the other. */
export async function publish<Data>(ctx: Ctx, event: Event<Data>, data: Data): Promise<void> {
  for (const { handles = [] } of ctx.services.areas)
    for (const handler of handles) if (handler.event === event) await handler.run?.(ctx, data as never)
}
