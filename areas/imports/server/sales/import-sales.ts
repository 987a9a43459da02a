import { CompiledQuery, sql } from 'kysely'
import { limits } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Figures, Work } from '../work.ts'
import { salesSql, type SalesSql } from './documents.ts'
import { lockOriginals, writeLedger } from './ledger.ts'
import { matchSql, plan, WORKERS } from './match.ts'
import { createMembers } from './members.ts'
import { invoiceIndex, rowsOf, strewnSql } from './rows.ts'
import { ensureRules } from './rules.ts'
import { findExisting, findMembers, refuseUnknownMembers, spreadFaults } from './states.ts'
import { figuresSql, verdictSql } from './verdict.ts'
import { writeSales } from './write.ts'

// A portion that meets a sale which somebody else entered at the same moment is judged afresh.
const ATTEMPTS = 3
const rivals = new Set(['23505', '23514', '23503'])

export async function importSales(work: Work): Promise<Figures> {
  const { client, columns, mapping } = work
  const statements = salesSql(columns, mapping)
  work.tell({ step: 'Checking' })
  await client.query(statements.judge)
  const faults = (await client.query('select from fault limit 1')).rows.length > 0
  await client.query(statements.documents(faults))
  if (!work.dryRun && mapping.ensureRules) await ensureRules(work, mapping.ensureRules)

  for (let attempt = 1; ; attempt++) {
    try {
      return await write(work, statements)
    } catch (error) {
      if (work.dryRun || attempt === ATTEMPTS || !rivals.has((error as { code?: string }).code ?? '')) throw error
      await client.query(`update document set state = 'New', reason = null where state in ('New', 'Done', 'There')`)
    }
  }
}

async function write(work: Work, statements: SalesSql): Promise<Figures> {
  const { client, columns, mapping, importId, dryRun } = work
  await client.query(spreadFaults(statements.invoice, statements.type))
  await client.query(findExisting, [importId])
  await client.query(findMembers)
  await client.query(refuseUnknownMembers(mapping.createMembers !== null))
  const created = mapping.createMembers ? await createMembers(work, mapping.createMembers) : 0
  if (created > 0 && !dryRun) await client.query(findMembers)

  work.tell({ step: 'Matching' })
  const { strewn } = (await client.query(strewnSql)).rows[0]
  if (strewn) await client.query(invoiceIndex(statements))
  const rows = rowsOf(statements, columns, strewn)
  const match = matchSql(columns, statements, rows)
  await client.query(match.cancelled)
  await client.query(`set enable_nestloop = off; ${match.candidates}; set enable_nestloop = on`)
  await client.query(match.match)
  await client.query(plan(rows))

  if (!dryRun) await writePortions(work, writeSales(columns, mapping, statements, rows))
  await client.query(verdictSql(rows))
  const figures = await client.query(figuresSql)
  return { ...figures.rows[0], MembersCreated: created }
}

/** Each worker takes its portions in order; an invoice and its points are one transaction with the others of its portion. */
async function writePortions(work: Work, sales: string) {
  const { client, staging, importId, today } = work
  work.tell({ step: 'Writing' })
  await client.query(`grant usage on schema ${staging} to carat_app; grant select, insert, update on all tables in schema ${staging} to carat_app`)
  const { rows } = await client.query('select worker, batch, sum(lines)::int as lines from todo group by 1, 2 order by 2, 1')
  let created = 0
  const workers = Array.from({ length: WORKERS }, async (_, worker) => {
    for (const { batch, lines } of rows.filter((portion) => portion.worker === worker)) {
      await inTransaction(work.database, { origin: work.origin, timeZone: work.timeZone, limits: limits.job, bulk: importId }, async (db) => {
        // Work of a program that was killed ends soon, so that a new run need not wait for it.
        await sql.raw(`set local search_path to ${staging}, public; set local work_mem = '64MB'; set local client_connection_check_interval = '2s'`).execute(db)
        const run = async (text: string, ...values: unknown[]) => {
          await db.executeQuery(CompiledQuery.raw(text, values))
        }
        await run(lockOriginals, worker, batch)
        // The planner takes the rows of a function for a few and would compare all with all.
        await run('set local enable_nestloop = off')
        await run(sales, worker, batch, importId)
        await run('set local enable_nestloop = on')
        await writeLedger(db, { worker, batch, importId, today, run })
      })
      created += lines
      work.tell({ created })
    }
  })
  // All of them, so that none still writes when the first one's error is told.
  const outcomes = await Promise.allSettled(workers)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
