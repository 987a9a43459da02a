import pg from 'pg'
import type { Database } from './database.ts'
import type { ChangeOrigin } from './transaction.ts'

/** Returns the audit origin of work without a user: a job, a CLI command or the first start. */
export const programOrigin = (name: string): ChangeOrigin => ({
  userId: null,
  name,
  outletCode: null,
  session: null,
  ip: null,
  requestId: name,
})

/**
 * Returns the database with an audit origin for statements outside a transaction. Transactions set their own origin.
 * Each statement is a small transaction, which clears the origin before the connection is reused.
 */
export function setChangeOrigin(database: Database, origin: ChangeOrigin): Database {
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
