import type { Ctx } from './ctx.ts'

// Events between areas. The area in which something happens declares the event.
// Areas in higher layers register the handlers of an event in their `server.ts`.
// Handlers of an event run in the same transaction, in the order of db/layers.ts.
// Handlers of an event must not depend on each other. An error of a handler fails the whole call.
// docs/events.md lists all events.

type Event<Data> = { name: string; when: string; readonly data?: Data }

export const defineEvent = <Data>(name: string, when: string): Event<Data> => ({ name, when })

/**
 * An event that SQL publishes by calling `<name>(…, source)` with the affected row.
 * The functions `<area>_on_<name>` in SQL handle the event; in them, underscores replace the hyphens of the area's name.
 */
type SqlEvent = { name: string; when: string; sql: { name: string; type: string } }

/** A query from SQL to areas in higher layers: `<name>(…)` returns the rows of all functions `<area>_on_<name>`. */
type SqlQuestion = { name: string; when: string; asks: { parameters: Readonly<Record<string, string>>; rows: string } }

/** The SQL events of all loaded areas. SQL can also publish an event that has no handlers. */
export const declaredSqlEvents: (SqlEvent | SqlQuestion)[] = []

/** Declares an SQL event. `row` is the name and type of the affected row; by default a sale. */
export function defineSqlEvent(
  name: string,
  when: string,
  row = { name: 'sale', type: 'transaction_summary' },
): SqlEvent {
  const declared = { name, when, sql: row }
  declaredSqlEvents.push(declared)
  return declared
}

/** Declares a query from SQL. `parameters` maps names to types; `rows` is the type of the returned rows. */
export function defineSqlUnionQuery(name: string, when: string, asks: SqlQuestion['asks']): SqlQuestion {
  const declared = { name, when, asks }
  declaredSqlEvents.push(declared)
  return declared
}

export type EventHandler = {
  event: Event<never> | SqlEvent | SqlQuestion
  /** The effect of the handler, for docs/events.md. */
  does: string
  run?: (ctx: Ctx, data: never) => Promise<unknown>
}

export const handleEvent = <Data>(
  event: Event<Data>,
  does: string,
  run: (ctx: Ctx, data: Data) => Promise<unknown>,
): EventHandler => ({
  event: event as Event<never>,
  does,
  run,
})

/** Declares that a SQL function of the area handles the event. */
export const handleSqlEvent = (event: SqlEvent | SqlQuestion, does: string): EventHandler => ({ event, does })

declare module './area.ts' {
  interface ServerArea {
    /** The area's handlers for events of areas in lower layers. */
    handles?: readonly EventHandler[]
  }
}

/** Runs all handlers of an event in sequence. */
export async function publishEvent<Data>(ctx: Ctx, event: Event<Data>, data: Data): Promise<void> {
  for (const { handles = [] } of ctx.services.areas)
    for (const handler of handles) if (handler.event === event) await handler.run?.(ctx, data as never)
}
