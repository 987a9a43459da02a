import type pg from 'pg'

const PAGE = 10_000

type Lead = { row_no: string; id_no: string | null; contact_no: string | null }
type RepeatedRow = { row: string; field: 'IdNo' | 'ContactNo'; first: string }

/**
 * Marks rows that repeat the person of an earlier row. Only rows that share a number with another row are read.
 * The rows are compared in order, and rows that create no customer are ignored in later comparisons.
 * A second run of the file therefore gives the same result.
 */
export async function markRepeatedLeads(client: pg.Client): Promise<void> {
  await client.query(`
    create unlogged table shared as
    select row_no, id_no, contact_no from (
      select row_no, id_no, contact_no, count(*) over (partition by id_no) as same_id, count(*) over (partition by contact_no) as same_phone
      from staged_customer where reason is null
    ) lead where id_no is not null and same_id > 1 or contact_no is not null and same_phone > 1;
    create unique index on shared (row_no)`)
  const ids = new Map<string, string>()
  const phones = new Map<string, string>()
  for (let last = '0'; ; ) {
    const { rows } = await client.query<Lead>('select * from shared where row_no > $1 order by row_no limit $2', [
      last,
      PAGE,
    ])
    if (rows.length === 0) break
    last = rows.at(-1)!.row_no
    const repeatedRows: RepeatedRow[] = []
    for (const { row_no: row, id_no: id, contact_no: phone } of rows) {
      const byId = id === null ? undefined : ids.get(id)
      const byPhone = phone === null ? undefined : phones.get(phone)
      if (byId !== undefined) repeatedRows.push({ row, field: 'IdNo', first: byId })
      else if (byPhone !== undefined) repeatedRows.push({ row, field: 'ContactNo', first: byPhone })
      else {
        if (id !== null) ids.set(id, row)
        if (phone !== null) phones.set(phone, row)
      }
    }
    await client.query(markRepeatedSql, [
      repeatedRows.map(({ row }) => row),
      repeatedRows.map(({ field }) => field),
      repeatedRows.map(({ first }) => first),
    ])
  }
}

const markRepeatedSql = `
  update staged_customer set reason = 'lead_same_row',
    faults = jsonb_build_array(jsonb_build_object('Reason', 'lead_same_row', 'Field', same.field, 'Value', same.first))
  from unnest($1::bigint[], $2::text[], $3::text[]) same (row_no, field, first) where staged_customer.row_no = same.row_no`
