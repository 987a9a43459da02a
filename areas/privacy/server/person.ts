import type pg from 'pg'
import { type PersonalTable, personRowsCondition } from './catalogue.ts'

/** Records of one person: the customer, the records merged into it, and all their membership numbers. */
export type PersonRecords = { customers: number[]; numbers: string[] }

type Queries = Pick<pg.ClientBase, 'query'>

export async function findPersonRecords(client: Queries, CustomerId: number): Promise<PersonRecords> {
  const { rows } = await client.query<{ customers: number[]; numbers: string[] }>(
    `with recursive person as (
       select customer_id from customer where customer_id = $1
       union select c.customer_id from customer c join person p on c.merged_into_customer_id = p.customer_id)
     select array(select customer_id::int from person order by 1) as customers,
       array(select membership_no from membership where customer_id in (select customer_id from person) order by 1) as numbers`,
    [CustomerId],
  )
  return rows[0]!
}

/** Returns the SQL condition of a table with the person's ids and membership numbers inserted as literals. */
export const buildPersonCondition = (table: PersonalTable, { customers, numbers }: PersonRecords) =>
  `(${personRowsCondition(table)
    .replaceAll('$1', () => `'{${customers.join()}}'`)
    .replaceAll('$2', () => `'{${numbers.join()}}'`)})`
