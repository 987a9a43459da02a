import { statfsSync } from 'node:fs'
import type pg from 'pg'
import type { CallSubject } from '../calls.ts'

/** The bytes on disk of a company, by member and by sale. Rows of both kinds include their indexes. */
export type StoredBytes = { database: number; perMember: number; perSale: number; members: number; sales: number }

const memberTables = ['customer', 'membership', 'customer_consent', 'point_balance', 'customer_reward']
const saleTables = [
  'transaction_summary',
  'transaction_detail',
  'sold_line',
  'purchase_day',
  'point_history',
  'point_allocation',
]

export async function storedBytes(client: pg.Client): Promise<StoredBytes> {
  const { rows } = await client.query<{
    database: string
    ofMembers: string
    ofSales: string
    members: string
    sales: string
  }>(
    `select pg_database_size(current_database()) as database,
       (select sum(pg_total_relation_size(name::regclass)) from unnest($1::text[]) name) as "ofMembers",
       (select sum(pg_total_relation_size(name::regclass)) from unnest($2::text[]) name) as "ofSales",
       (select count(*) from membership) as members, (select count(*) from transaction_summary) as sales`,
    [memberTables, saleTables],
  )
  const [database, ofMembers, ofSales, members, sales] = ['database', 'ofMembers', 'ofSales', 'members', 'sales'].map(
    (name) => Number(rows[0]![name as keyof (typeof rows)[0]]),
  ) as [number, number, number, number, number]
  return { database, perMember: ofMembers / members, perSale: ofSales / sales, members, sales }
}

export const freeBytes = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Returns members with points to redeem, spread over the whole company. */
export async function randomSubjects(client: pg.Client, count: number) {
  const { rows } = await client.query<{ member: string; customer: number; name: string; lot: number }>(
    `with estimate as (select greatest(reltuples, 1) as members from pg_class where oid = 'membership'::regclass),
     some_member as (
       select membership_no, customer_id from membership, estimate
       where member_type = 'Premium Member' and status = 'Active' and abs(hashtext(membership_no)) % greatest(1, (members / ($1 * 4.0))::int) = 0
     )
     select membership_no as member, customer_id::int as customer, full_name as name, lot.history_id::int as lot
     from some_member join customer using (customer_id)
     cross join lateral (
       select history_id from point_history h where h.membership_no = some_member.membership_no and point_amount > 50
         and point_reversed + point_utilized + point_expired = 0 and expiry_date > now() + interval '60 days' limit 1
     ) lot
     order by md5(membership_no) limit $1`,
    [count],
  )
  return rows
}

/** Returns members with a recent sale at an outlet that was not returned, spread over the whole company. */
export async function randomBuyers(client: pg.Client, outlet: string, count: number) {
  const { rows } = await client.query<CallSubject>(
    `select membership_no as member, customer_id::int as customer, '' as name, 0 as lot, invoice_no as invoice from (
       select sale.* from transaction_summary sale
       where transaction_type = 'N' and outlet_code = $1 and membership_no is not null and not exists (
         select from transaction_detail line where line.original_transaction_id = sale.transaction_id)
       order by business_date desc limit $2 * 2
     ) recent order by md5(invoice_no) limit $2`,
    [outlet, count],
  )
  return rows
}
