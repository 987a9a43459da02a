import pg from 'pg'
import type { Database } from './database.ts'
import type { Origin } from './transaction.ts'

/** Work that no person asked for: a job, a command of the operator, the first start. */
export const programNamed = (name: string): Origin => ({
  userId: null,
  name,
  outletCode: null,
  session: null,
  ip: null,
  requestId: name,
})

/**
 * The same database, for single statements beside transactions of their own (which say themselves who writes): what they
 * write stands in the audit log under this name. Each is a small transaction, so that the name is gone before somebody
 * else gets the connection.
 */
export function signed(database: Database, origin: Origin): Database {
  const { pool } = database
  const begin = `begin; select set_config('carat.origin', ${pg.escapeLiteral(JSON.stringify(origin))}, true)`
  const query = async (text: string, values?: unknown[]) => {
    const client = await pool.connect()
    let broken = false
    try {
      await client.query(begin)
      const result = await client.query(text, values)
      await client.query('commit')
      return result
    } catch (error) {
      broken = await client.query('rollback').then(
        () => false,
        () => true,
      )
      throw error
    } finally {
      client.release(broken)
    }
  }
  return {
    ...database,
    pool: Object.create(pool, { query: { value: query }, connect: { value: pool.connect.bind(pool) } }) as pg.Pool,
  }
}
