import { prove as proveLedger } from '#areas/expiry/server/index.ts'
import { migrate } from '#kit/server/migrate.ts'
import { asJob, type Command } from './command.ts'

export const prove: Command = {
  name: 'prove',
  help: 'Proves that ledger, lots, allocations, balances and sales agree; fails where they do not.',
  run: (_, env) =>
    asJob(env, 'prove', async (context) => {
      await migrate({ url: context.directUrl, log: context.log })
      const found = await proveLedger(context)
      const { Members, LedgerRows, Lots, Sales, Lines, Differences, Milliseconds } = found
      console.log(
        `${Members} members, ${LedgerRows} ledger rows, ${Lots} lots, ${Sales} sales, ${Lines} lines, ${Milliseconds} ms`,
      )
      if (Differences === 0) return console.log('The ledger balances.')
      const rows = await context.database.pool.query(
        'select check_name, membership_no, history_id, invoice_no, expected, found from proof_difference where proof_run_id = $1 order by place limit 20',
        [found.ProofRunId],
      )
      console.table(rows.rows)
      throw new Error(`The ledger differs in ${Differences} places.`)
    }),
}
