import pg from 'pg'

export type Statement = { text: string; values?: unknown[] | undefined; name?: string | undefined }

/**
 * Records the statements that pg sends for a call of `work`, from BEGIN to COMMIT, grouped by round trip.
 * Statements that pg sends without waiting belong to one round trip.
 */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[][]> {
  const original = pg.Client.prototype.query
  const connections = new Map<pg.Client, { trips: Statement[][]; waiting: number }>()
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | pg.QueryConfig, unknown[]?]
    const query: Partial<pg.QueryConfig> = typeof config === 'string' ? { text: config } : config
    const result = (original as (...all: unknown[]) => unknown).apply(this, args)
    if (typeof query.text !== 'string') return result
    const connection = connections.get(this) ?? { trips: [], waiting: 0 }
    connections.set(this, connection)
    if (connection.waiting === 0) connection.trips.push([])
    connection.trips
      .at(-1)!
      .push({ text: query.text, values: query.values ?? values, ...(query.name && { name: query.name }) })
    connection.waiting++
    void (result as Promise<unknown> | undefined)?.then?.(
      () => connection.waiting--,
      () => connection.waiting--,
    )
    return result
  } as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  const [recorded] = [...connections.values()].filter(({ trips }) => tripOf(trips, /^select set_config\('role'/) >= 0)
  if (!recorded) throw new Error('The call sent no transaction')
  return recorded.trips.slice(tripOf(recorded.trips, /^begin/), tripOf(recorded.trips, /^commit$/) + 1)
}

const tripOf = (trips: Statement[][], text: RegExp) =>
  trips.findIndex((trip) => trip.some((statement) => text.test(statement.text)))
