import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { Mapping, type MappingInput } from '#areas/imports/contract/mapping.ts'
import type { ImportKind, ImportResult } from '#areas/imports/contract.ts'
import { addImportJob, findImportJob, type StoredImport } from '#areas/imports/server/jobs.ts'
import { type ImportRunContext, runImport } from '#areas/imports/server/run.ts'
import { readColumnsAndFirstRows } from '#areas/imports/server/staging/file.ts'
import { type Database, openDatabase } from '#kit/server/database.ts'
import { cloneDatabase, type TestDatabase } from '#tests/database.ts'

// Test data for imports: a database with an outlet, a programme and its rules, and generated files.

export type ImportBench = {
  database: Database
  sql: <Row extends object>(text: string, ...values: unknown[]) => Promise<Row[]>
  run: (
    kind: ImportKind,
    csv: string | Buffer,
    mapping: MappingInput,
    options?: Options,
  ) => Promise<ImportResult & { job: StoredImport }>
  again: () => Promise<TestDatabase>
}

/** `outlet` is the outlet of the importing account. */
type Options = Partial<Pick<ImportRunContext, 'chunkLines' | 'keys' | 'signal' | 'clock'>> & {
  dryRun?: boolean
  url?: string
  outlet?: string
}

export const loyaltyProgrammeSql = `
  insert into building (code, name, building_type_id) values ('HQ', 'Head Office', 1), ('KL1', 'Kuala Lumpur', 4), ('PG1', 'George Town', 4);
  insert into card_group (name, description) values ('Jewel Club', 'For everybody');
  insert into card_category (code, card_group_id, name, level_sequence, color) select 'CLASSIC', group_id, 'Classic', 1, '#c9a227' from card_group;
  insert into card_level (card_category_id, first_sales_amount, effective_from) select card_category_id, 0, '2000-01-01' from card_category;
  with plan as (insert into point_structure (code, name) values ('STANDARD', 'Standard') returning structure_id)
  insert into point_structure_detail (structure_id, effective_from) select structure_id, '2000-01-01' from plan;
  with rate as (insert into point_rate (brand) values ('All') returning rate_id)
  insert into point_rate_detail (rate_id, amount, point_rate, effective_from) select rate_id, 10, 1, '2000-01-01' from rate;
  insert into list_item (list_name, value, sequence_no) values ('Gender', 'Female', 1), ('Gender', 'Male', 2), ('IDType', 'NRIC', 1), ('IDType', 'Other', 2), ('VoucherType', 'G', 1)`

export function useImportBench(): ImportBench {
  const bench = {} as ImportBench
  const clones: TestDatabase[] = []
  let folder: string

  const fresh = async () => {
    const clone = await cloneDatabase()
    clones.push(clone)
    const database = openDatabase({ url: clone.url, max: 1 })
    await database.pool.query(loyaltyProgrammeSql)
    await database.end()
    return clone
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carat-import-'))
    const { url } = await fresh()
    const database = openDatabase({ url, max: 6 })
    let files = 0
    Object.assign(bench, {
      database,
      again: fresh,
      sql: async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows,
      async run(
        kind: ImportKind,
        csv: string | Buffer,
        sent: MappingInput,
        { dryRun = false, url: other, outlet = 'HQ', ...options }: Options = {},
      ) {
        const file = join(folder, `${++files}.csv`)
        await writeFile(file, csv)
        const mapping = Mapping.parse(sent)
        const at = other ? openDatabase({ url: other, max: 6 }) : database
        try {
          const id = await addImportJob(at.pool, {
            kind,
            fileName: 'test.csv',
            fileBytes: csv.length,
            ...(await readColumnsAndFirstRows(file, mapping)),
            by: { userId: null, name: 'test', outletCode: outlet },
          })
          const job = (await findImportJob(at.pool, id))!
          const running = {
            database: at,
            directUrl: other ?? url,
            timeZone: 'Asia/Kuala_Lumpur',
            clock: () => new Date('2026-06-15T04:00:00Z'),
            log: () => {},
            ...options,
          }
          return { ...(await runImport(running, { job, file, mapping, dryRun })), job }
        } finally {
          if (other) await at.end()
        }
      },
    } satisfies ImportBench)
  })

  afterAll(async () => {
    await bench.database?.end()
    for (const clone of clones) await clone.drop()
    await rm(folder, { recursive: true, force: true })
  })

  return bench
}

/** All rows that an import writes into the ledger, without generated ids and times. */
export const ledgerSql = `
  select jsonb_build_object(
    'sales', (select jsonb_agg(jsonb_build_array(s.invoice_no, s.transaction_type, s.original_invoice_no, c.external_ref, s.total_amount, s.net_amount, s.performed_at,
      s.business_date, s.source, s.earned_points, s.reversed_points) order by s.invoice_no, s.transaction_type)
      from transaction_summary s left join customer c using (customer_id)),
    'lines', (select jsonb_agg(jsonb_build_array(s.invoice_no, s.transaction_type, d.sequence_no, o.invoice_no, d.old_sequence_no, d.item_code, d.description, d.brand, d.quantity, d.unit_price,
      d.net_amount, d.cancelled_quantity, d.points_earned, d.points_reversed) order by s.invoice_no, s.transaction_type, d.sequence_no)
      from transaction_detail d join transaction_summary s using (transaction_id) left join transaction_summary o on o.transaction_id = d.original_transaction_id),
    'ledger', (select jsonb_agg(jsonb_build_array(c.external_ref, h.sequence_no, h.transaction_type, h.points, h.point_amount, h.point_reversed, h.point_utilized, h.point_expired,
      h.point_owed, h.business_date, h.earned_at, h.available_from, h.expiry_date, h.invoice_no) order by c.external_ref, h.sequence_no)
      from point_history h join membership m using (membership_no) join customer c using (customer_id)),
    'balances', (select jsonb_agg(jsonb_build_array(c.external_ref, b.lots_remaining, b.arrears, b.total_points_earned, b.total_points_reversed, b.last_sequence_no) order by c.external_ref)
      from point_balance b join membership m using (membership_no) join customer c using (customer_id))) as books`

/** Members whose balance, lots and ledger disagree. */
export const ledgerDisagreementsSql = `
  select b.membership_no from point_balance b
  left join lateral (
    select coalesce(sum(point_amount - point_reversed - point_utilized - point_expired), 0) as lots, coalesce(sum(points), 0) as ledger,
      coalesce(sum(point_owed), 0) as owed, coalesce(max(sequence_no), 0) as last, count(*) as rows
    from point_history h where h.membership_no = b.membership_no
  ) h on true
  where b.lots_remaining <> h.lots or b.points <> h.ledger or b.arrears <> h.owed or b.last_sequence_no <> h.last or h.rows <> h.last`
