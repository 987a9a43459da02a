import { parseArgs } from 'node:util'
import { proveAudit } from '#areas/audit/server/index.ts'
import { reconcileLedger as proveLedger } from '#areas/expiry/server/index.ts'
import type { JobContext } from '#kit/server/job-context.ts'
import { migrate } from '#kit/server/migrate.ts'
import { type CliCommand, runWithJobContext, UsageError } from './command.ts'

/** The maximum number of faults to print. */
const LISTED = 20

export const proveCommand: CliCommand = {
  name: 'prove',
  usage: '[--head SEAL:HASH]',
  help: 'Proves that ledger, lots, allocations, balances and sales agree, and that the audit log was not changed; fails where they do not. --head: a head of the audit log that was noted earlier.',
  run: async (args, env) => {
    const { head } = parseArgs({ args, options: { head: { type: 'string' } } }).values
    if (head !== undefined && !/^\d+:[0-9a-f]{64}$/.test(head))
      throw new UsageError('--head takes a head as the log shows it: 812:9f3a…')
    await runWithJobContext(env, 'prove', async (context) => {
      await migrate({ url: context.directUrl, log: context.log })
      // Both checks run, even if the first one fails.
      const failures = [await ledgerFailure(context), await auditFailure(context, head)].filter((text) => text !== null)
      if (failures.length > 0) throw new Error(failures.join(' '))
    })
  },
}

async function ledgerFailure(context: JobContext): Promise<string | null> {
  const proof = await proveLedger(context)
  const { Members, LedgerRows, Lots, Sales, Lines, Differences, Milliseconds } = proof
  console.log(
    `${Members} members, ${LedgerRows} ledger rows, ${Lots} lots, ${Sales} sales, ${Lines} lines, ${Milliseconds} ms`,
  )
  if (Differences === 0) {
    console.log('The ledger balances.')
    return null
  }
  const rows = await context.database.pool.query(
    'select check_name, membership_no, history_id, invoice_no, expected, found from proof_difference where proof_run_id = $1 order by place limit 20',
    [proof.ProofRunId],
  )
  console.table(rows.rows)
  return `The ledger differs in ${Differences} places.`
}

async function auditFailure(context: JobContext, notedHead: string | undefined): Promise<string | null> {
  const { Seals, Entries, Waiting, Head, Faults, Milliseconds } = await proveAudit(context, notedHead)
  console.log(`${Entries} audit entries in ${Seals} seals, ${Waiting} not sealed yet, ${Milliseconds} ms`)
  if (Head !== null) console.log(`Head of the audit log: ${Head}`)
  if (Faults.length === 0) {
    console.log('The audit log is whole.')
    return null
  }
  console.table(Faults.slice(0, LISTED))
  return `The audit log was changed in ${Faults.length} places.`
}
