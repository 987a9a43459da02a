import pg from 'pg'

export type Statement = { text: string; values?: unknown[] | undefined; name?: string | undefined }

/**
 * Notes what pg sends for a call that `work` makes, in this process, trip by trip: what is sent without waiting is one trip.
 * From the BEGIN of a call to its COMMIT, on one connection; jobs have others.
 */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[][]> {
  const original = pg.Client.prototype.query
  const connections = new Map<pg.Client, { trips: Statement[][]; waiting: number }>()
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | pg.QueryConfig, unknown[]?]
    const own: Partial<pg.QueryConfig> = typeof config === 'string' ? { text: config } : config
    const sent = (original as (...all: unknown[]) => unknown).apply(this, args)
    if (typeof own.text !== 'string') return sent
    const connection = connections.get(this) ?? { trips: [], waiting: 0 }
    connections.set(this, connection)
    if (connection.waiting === 0) connection.trips.push([])
    connection.trips.at(-1)!.push({ text: own.text, values: own.values ?? values, ...(own.name && { name: own.name }) })
    connection.waiting++
    void (sent as Promise<unknown> | undefined)?.then?.(
      () => connection.waiting--,
      () => connection.waiting--,
    )
    return sent
  } as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  const [found] = [...connections.values()].filter(({ trips }) => tripOf(trips, /^select set_config\('role'/) >= 0)
  if (!found) throw new Error('The call sent no transaction')
  return found.trips.slice(tripOf(found.trips, /^begin/), tripOf(found.trips, /^commit$/) + 1)
}

const tripOf = (trips: Statement[][], text: RegExp) =>
  trips.findIndex((trip) => trip.some((statement) => text.test(statement.text)))
