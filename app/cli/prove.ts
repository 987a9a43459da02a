import { loadConfig } from '#app/server/config.ts'
import { prove as proveBooks } from '#areas/expiry/server/index.ts'
import { systemClock } from '#kit/server/clock.ts'
import { openDatabase } from '#kit/server/database.ts'
import { migrate } from '#kit/server/migrate.ts'
import { type Command, withDatabase } from './command.ts'

export const prove: Command = {
  name: 'prove',
  help: 'Proves that ledger, lots, allocations, balances and sales agree; fails where they do not.',
  async run(_, env) {
    const { businessTimeZone: timeZone } = loadConfig(env)
    await withDatabase(env, async (url) => {
      await migrate({ url, log: console.log })
      const database = openDatabase({ url, max: 2, applicationName: 'carat prove' })
      try {
        const found = await proveBooks({ database, clock: systemClock, timeZone })
        const { Members, LedgerRows, Lots, Sales, Lines, Differences, Milliseconds } = found
        console.log(
          `${Members} members, ${LedgerRows} ledger rows, ${Lots} lots, ${Sales} sales, ${Lines} lines, ${Milliseconds} ms`,
        )
        if (Differences === 0) return console.log('The books agree.')
        const rows = await database.pool.query(
          'select check_name, membership_no, history_id, invoice_no, expected, found from proof_difference where proof_run_id = $1 order by place limit 20',
          [found.ProofRunId],
        )
        console.table(rows.rows)
        throw new Error(`The books differ in ${Differences} places.`)
      } finally {
        await database.end()
      }
    })
  },
}
