import pg from 'pg'

export type Statement = { text: string; values: unknown[] | undefined }

/** Notes what pg sends while `work` runs, in this process, trip by trip: what is sent without waiting is one trip. */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[][]> {
  const original = pg.Client.prototype.query
  const trips: Statement[][] = []
  let waiting = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | pg.QueryConfig, unknown[]?]
    const text = typeof config === 'string' ? config : config.text
    const sent = (original as (...all: unknown[]) => unknown).apply(this, args)
    if (typeof text !== 'string') return sent
    if (waiting === 0) trips.push([])
    trips.at(-1)!.push({ text, values: typeof config === 'string' ? values : (config.values ?? values) })
    waiting++
    void (sent as Promise<unknown> | undefined)?.then?.(
      () => waiting--,
      () => waiting--,
    )
    return sent
  } as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  // From the sale's BEGIN to its COMMIT; what else the process asked in the meantime does not belong to it.
  const from = trips.findIndex((trip) => trip.some(({ text }) => text.startsWith('begin')))
  const to = trips.findIndex((trip) => trip.some(({ text }) => text === 'commit'))
  return trips.slice(from, to + 1)
}
