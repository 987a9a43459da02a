import { createRowIndexSql } from '../staging/stage.ts'
import type { ImporterInput, ImportFigures } from '../work.ts'
import { buildSalesImportSql, type SalesImportSql } from './documents.ts'
import { matchCancellationsSql } from './match.ts'
import { createMembersOfReferences } from './members.ts'
import { createPlanTablesSql, planSalesBatchesSql } from './plan.ts'
import { previewedPointsSql, previewImportedPoints } from './preview-earnings.ts'
import { importedPointsSql, importTotalsSql, storeSalesResultsSql } from './result.ts'
import { createInvoiceIndexSql, createInvoiceRows, type InvoiceRows, isFileUnsortedSql } from './rows.ts'
import { createRulesOfMapping, refuseUnknownRuleRecords } from './rules.ts'
import {
  findExistingInvoicesSql,
  findMembersOfInvoicesSql,
  findPersonsSql,
  refuseTooManyPointsSql,
  refuseUnknownCustomersSql,
  refuseUnknownMembershipNumbersSql,
  spreadFaultsSql,
} from './states.ts'
import { writeImportedSales } from './write.ts'

// A batch is validated again if it conflicts with a sale that was entered, or a member who was merged, at the same moment.
const ATTEMPTS = 3
const conflictCodes = new Set(['23505', '23514', '23503', '40001'])

/** Validates the staged rows of a sales file, then writes the new sales. */
export async function importSales(work: ImporterInput): Promise<ImportFigures> {
  const { client, columns, mapping } = work
  const statements = buildSalesImportSql(columns, mapping, work.now)
  work.reportProgress({ step: 'Checking' })
  await refuseUnknownRuleRecords(client, mapping)
  await readDocuments(work, statements)

  for (let attempt = 1; ; attempt++) {
    try {
      return await validateAndWrite(work, statements)
    } catch (error) {
      if (work.dryRun || attempt === ATTEMPTS || !conflictCodes.has((error as { code?: string }).code ?? ''))
        throw error
      await client.query(`update document set state = 'New' where state in ('New', 'Done', 'There')`)
    }
  }
}

/** Groups the rows into invoices while a second connection validates the rows. Repeats the grouping without faulty rows. */
async function readDocuments({ client, withSecondConnection }: ImporterInput, statements: SalesImportSql) {
  const [result, grouped] = await Promise.allSettled([
    withSecondConnection(async (side) => {
      await side.query(statements.validate)
      await side.query(createRowIndexSql)
      return (await side.query('select from fault limit 1')).rows.length > 0
    }),
    client.query(statements.documents(false)),
  ])
  if (result.status === 'rejected') throw result.reason
  if (result.value) await client.query(statements.documents(true))
  else if (grouped.status === 'rejected') throw grouped.reason
}

async function validateAndWrite(work: ImporterInput, statements: SalesImportSql): Promise<ImportFigures> {
  const { client, columns, mapping, importId, dryRun } = work
  await client.query(createPlanTablesSql)
  await client.query(spreadFaultsSql(statements.invoice, statements.type))
  await client.query(findExistingInvoicesSql, [importId])
  const { unsorted } = (await client.query(isFileUnsortedSql)).rows[0]
  if (unsorted) await client.query(createInvoiceIndexSql(statements))
  const rows = createInvoiceRows(statements, columns, unsorted)
  await client.query(findMembersOfInvoicesSql)
  await client.query(refuseUnknownMembershipNumbersSql)
  await client.query(refuseUnknownCustomersSql(mapping.createMembers !== null))
  await previewImportedPoints(work, { statements, rows, columns }, !dryRun)
  await client.query(refuseTooManyPointsSql)
  if (!dryRun) await createMissingRules(work)
  const created = await createMissingMembers(work)
  await match(work, statements, rows)
  if (!dryRun) {
    await client.query(planSalesBatchesSql(rows, work.chunkLines))
    await writeImportedSales(work, statements, rows)
  }
  await client.query(storeSalesResultsSql(rows))
  const figures = await client.query(importTotalsSql)
  const points = await client.query(dryRun ? previewedPointsSql(statements) : importedPointsSql(importId))
  return { ...figures.rows[0], ...points.rows[0], MembersCreated: created }
}

/** Creates the brands, groups, structure and rate of the mapping, but only if the file has a new sale. */
async function createMissingRules(work: ImporterInput) {
  const { rows } = await work.client.query(`select from document where state = 'New' limit 1`)
  if (rows.length > 0 && work.mapping.ensureRules) await createRulesOfMapping(work, work.mapping.ensureRules)
}

/** Creates the unknown customers of a sales file if the mapping says so. Returns their number. */
async function createMissingMembers(work: ImporterInput): Promise<number> {
  const { client, mapping, dryRun } = work
  // No customer is created for an invoice that fails.
  await client.query(`delete from person where customer_id is null and not exists (
    select from document where document.customer_ref = person.customer_ref and member_given is null and state = 'New')`)
  if (!mapping.createMembers) return 0
  const created = await createMembersOfReferences(work, mapping.createMembers)
  if (created > 0 && !dryRun) await client.query(findPersonsSql)
  return created
}

async function match(
  { client, columns, reportProgress }: ImporterInput,
  statements: SalesImportSql,
  rows: InvoiceRows,
) {
  reportProgress({ step: 'Matching' })
  const { cancelled, candidates, match } = matchCancellationsSql(columns, statements, rows)
  await client.query(cancelled)
  await client.query(candidates)
  await client.query(match)
}
