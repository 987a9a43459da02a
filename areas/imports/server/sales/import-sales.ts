import { rowIndex } from '../staging/stage.ts'
import type { Figures, Work } from '../work.ts'
import { earnAhead, pointsAhead } from './ahead.ts'
import { type SalesSql, salesSql } from './documents.ts'
import { matchSql } from './match.ts'
import { createMembers } from './members.ts'
import { plan, planTables } from './plan.ts'
import { figuresSql, pointsSql, resultSql } from './result.ts'
import { invoiceIndex, type Rows, rowsOf, unsortedSql } from './rows.ts'
import { checkRules, makeRules } from './rules.ts'
import {
  findExisting,
  findMembers,
  lookUpPersons,
  refuseTooManyPoints,
  refuseUnknownCustomers,
  refuseUnknownNumbers,
  spreadFaults,
} from './states.ts'
import { writeAll } from './write.ts'

// A batch that meets a sale which somebody else entered at the same moment, or a member merged at it, is validated again.
const ATTEMPTS = 3
const rivals = new Set(['23505', '23514', '23503', '40001'])

/** Validates the rows that were staged, then writes what is new. */
export async function importSales(work: Work): Promise<Figures> {
  const { client, columns, mapping } = work
  const statements = salesSql(columns, mapping, work.now)
  work.reportProgress({ step: 'Checking' })
  await checkRules(client, mapping)
  await readDocuments(work, statements)

  for (let attempt = 1; ; attempt++) {
    try {
      return await validateAndWrite(work, statements)
    } catch (error) {
      if (work.dryRun || attempt === ATTEMPTS || !rivals.has((error as { code?: string }).code ?? '')) throw error
      await client.query(`update document set state = 'New' where state in ('New', 'Done', 'There')`)
    }
  }
}

/** Draws the invoices up while their rows are still being validated; where rows are faulty it is done again without them. */
async function readDocuments({ client, beside }: Work, statements: SalesSql) {
  const [result, drawn] = await Promise.allSettled([
    beside(async (side) => {
      await side.query(statements.validate)
      await side.query(rowIndex)
      return (await side.query('select from fault limit 1')).rows.length > 0
    }),
    client.query(statements.documents(false)),
  ])
  if (result.status === 'rejected') throw result.reason
  if (result.value) await client.query(statements.documents(true))
  else if (drawn.status === 'rejected') throw drawn.reason
}

async function validateAndWrite(work: Work, statements: SalesSql): Promise<Figures> {
  const { client, columns, mapping, importId, dryRun } = work
  await client.query(planTables)
  await client.query(spreadFaults(statements.invoice, statements.type))
  await client.query(findExisting, [importId])
  const { unsorted } = (await client.query(unsortedSql)).rows[0]
  if (unsorted) await client.query(invoiceIndex(statements))
  const rows = rowsOf(statements, columns, unsorted)
  await client.query(findMembers)
  await client.query(refuseUnknownNumbers)
  await client.query(refuseUnknownCustomers(mapping.createMembers !== null))
  await earnAhead(work, { statements, rows, columns }, !dryRun)
  await client.query(refuseTooManyPoints)
  if (!dryRun) await makeWhatSalesNeed(work)
  const created = await makeMembers(work)
  await match(work, statements, rows)
  if (!dryRun) {
    await client.query(plan(rows, work.chunkLines))
    await writeAll(work, statements, rows)
  }
  await client.query(resultSql(rows))
  const figures = await client.query(figuresSql)
  const points = await client.query(dryRun ? pointsAhead(statements) : pointsSql(importId))
  return { ...figures.rows[0], ...points.rows[0], MembersCreated: created }
}

/** Brands, groups, structure and rate of the mapping, once there is a sale to write: a run without one leaves nothing. */
async function makeWhatSalesNeed(work: Work) {
  const { rows } = await work.client.query(`select from document where state = 'New' limit 1`)
  if (rows.length > 0 && work.mapping.ensureRules) await makeRules(work, work.mapping.ensureRules)
}

/** Makes the customers that nobody knows if the mapping wants that. Answers how many. */
async function makeMembers(work: Work): Promise<number> {
  const { client, mapping, dryRun } = work
  // Of an invoice that fails no customer is made.
  await client.query(`delete from person where customer_id is null and not exists (
    select from document where document.customer_ref = person.customer_ref and member_given is null and state = 'New')`)
  if (!mapping.createMembers) return 0
  const created = await createMembers(work, mapping.createMembers)
  if (created > 0 && !dryRun) await client.query(lookUpPersons)
  return created
}

async function match({ client, columns, reportProgress }: Work, statements: SalesSql, rows: Rows) {
  reportProgress({ step: 'Matching' })
  const { cancelled, candidates, match } = matchSql(columns, statements, rows)
  await client.query(cancelled)
  await client.query(candidates)
  await client.query(match)
}
