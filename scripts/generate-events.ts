import { areas } from '#app/server/areas.ts'
import type { Handler } from '#kit/server/events.ts'

// What follows from the events that areas declare and handle: the SQL functions that publish those of SQL, and the table in
// docs/architecture.md.

export type Handled = { event: Handler['event']; by: { area: string; does: string }[] }

/** Every event that is handled, in the order of the layers. */
function handledEvents(): Handled[] {
  const found = new Map<Handler['event'], Handled>()
  for (const { name, handles = [] } of areas)
    for (const { event, does } of handles) {
      const handled = found.get(event) ?? { event, by: [] }
      found.set(event, { event, by: [...handled.by, { area: name, does }] })
    }
  return [...found.values()]
}

/** db/sql/events.sql */
export const eventFunctions = () =>
  [
    '-- Written by `npm run generate` from the events that areas declare and the handlers they bring in their server.ts.',
    ...handledEvents()
      .filter(({ event }) => 'sql' in event)
      .map(
        ({ event, by }) => `
-- ${event.when}.
create or replace function ${event.name}(sale transaction_summary, source jsonb) returns void language plpgsql as $$
begin
${by.map(({ area }) => `  perform ${area}_on_${event.name}(sale, source);`).join('\n')}
end $$;`,
      ),
    '',
  ].join('\n')

/** The table of events in docs/architecture.md. */
export const eventTable = () =>
  [
    '| event | published when | handled by, in this order |',
    '| --- | --- | --- |',
    ...handledEvents().map(
      ({ event, by }) =>
        `| \`${event.name}\` | ${event.when} | ${by.map(({ area, does }) => `${area}: ${does}`).join('; ')} |`,
    ),
  ].join('\n')
