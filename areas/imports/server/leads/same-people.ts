import type pg from 'pg'

const PAGE = 10_000

type Lead = { row_no: string; id_no: string | null; contact_no: string | null }
type Same = { row: string; field: 'IdNo' | 'ContactNo'; first: string }

/**
 * Marks the rows that are a person of an earlier row. Row after row, as if each were written before the next is looked at: a row
 * that creates nobody stands for nobody, so that a second run of the file finds everybody. Only rows that share a number are read.
 */
export async function markSamePeople(client: pg.Client): Promise<void> {
  await client.query(`
    create unlogged table shared as
    select row_no, id_no, contact_no from (
      select row_no, id_no, contact_no, count(*) over (partition by id_no) as same_id, count(*) over (partition by contact_no) as same_phone
      from guest where reason is null
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
    const same: Same[] = []
    for (const { row_no: row, id_no: id, contact_no: phone } of rows) {
      const byId = id === null ? undefined : ids.get(id)
      const byPhone = phone === null ? undefined : phones.get(phone)
      if (byId !== undefined) same.push({ row, field: 'IdNo', first: byId })
      else if (byPhone !== undefined) same.push({ row, field: 'ContactNo', first: byPhone })
      else {
        if (id !== null) ids.set(id, row)
        if (phone !== null) phones.set(phone, row)
      }
    }
    await client.query(markSame, [
      same.map(({ row }) => row),
      same.map(({ field }) => field),
      same.map(({ first }) => first),
    ])
  }
}

const markSame = `
  update guest set reason = 'lead_same_row',
    faults = jsonb_build_array(jsonb_build_object('Reason', 'lead_same_row', 'Field', same.field, 'Value', same.first))
  from unnest($1::bigint[], $2::text[], $3::text[]) same (row_no, field, first) where guest.row_no = same.row_no`
