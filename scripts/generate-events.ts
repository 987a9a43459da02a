import { serverAreas } from '#app/server/areas.ts'
import { declaredSqlEvents, type EventHandler } from '#kit/server/events.ts'

// Generates db/sql/events.sql (functions that publish SQL events) and docs/events.md from declared events and handlers.

export type HandledEvent = { event: EventHandler['event']; by: { area: string; does: string }[] }

/** All events that have handlers, in the order of the layers. */
function handledEvents(): HandledEvent[] {
  const byEvent = new Map<EventHandler['event'], HandledEvent>()
  for (const { name, handles = [] } of serverAreas)
    for (const { event, does } of handles) {
      const handled = byEvent.get(event) ?? { event, by: [] }
      byEvent.set(event, { event, by: [...handled.by, { area: name, does }] })
    }
  return [...byEvent.values()]
}

/** Returns the text of db/sql/events.sql. */
export const eventFunctions = () => {
  const handlers = new Map(handledEvents().map(({ event, by }) => [event, by]))
  // Sort by name, because the load order of areas is not fixed.
  const byName = declaredSqlEvents.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const functions = byName.map((event) => {
    const by = handlers.get(event) ?? []
    if ('asks' in event) return questionFunction(event.name, event.when, event.asks, by)
    const { name, type } = event.sql
    const calls = by.map(({ area }) => `  perform ${area.replaceAll('-', '_')}_on_${event.name}(${name}, source);`)
    return `
-- ${event.when}.
create or replace function ${event.name}(${name} ${type}, source jsonb) returns void language plpgsql as $$
begin
${calls.length > 0 ? calls.join('\n') : '  -- No area handles it.'}
end $$;`
  })
  return [
    '-- Written by `npm run generate` from the events that areas declare and the handlers in their server.ts.',
    ...functions,
    '',
  ].join('\n')
}

const questionFunction = (
  name: string,
  when: string,
  { parameters, rows }: { parameters: Readonly<Record<string, string>>; rows: string },
  by: HandledEvent['by'],
) => {
  const declared = Object.entries(parameters).map(([parameter, type]) => `${parameter} ${type}`)
  const calls = by.map(
    ({ area }) =>
      `  return query select * from ${area.replaceAll('-', '_')}_on_${name}(${Object.keys(parameters).join(', ')});`,
  )
  return `
-- ${when}.
create or replace function ${name}(${declared.join(', ')}) returns setof ${rows} language plpgsql as $$
begin
${calls.length > 0 ? calls.join('\n') : '  -- No area answers it.'}
end $$;`
}

/** Returns the text of docs/events.md. */
export const eventsPage = () =>
  [
    '# Events',
    '',
    'Written by `npm run generate` from `areas/*/server/events.ts` and the handlers in `areas/*/server.ts`. Events with lower-case names are',
    'published by SQL. Handlers run in the transaction of the event, in this order. An error in a handler fails the whole call.',
    '',
    '| event | published when | handled by |',
    '| --- | --- | --- |',
    ...handledEvents().map(
      ({ event, by }) =>
        `| \`${event.name}\` | ${event.when} | ${by.map(({ area, does }) => `${area}: ${does}`).join('; ')} |`,
    ),
    '',
  ].join('\n')
