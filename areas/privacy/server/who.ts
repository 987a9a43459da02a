import type pg from 'pg'
import { type PersonalTable, rowsOf } from './catalogue.ts'

/** One person: the customer, the records merged into it, and all their membership numbers. */
export type Person = { customers: number[]; numbers: string[] }

type Queries = Pick<pg.ClientBase, 'query'>

export async function personOf(client: Queries, CustomerId: number): Promise<Person> {
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

/** The condition with the person put in: numbers of ours, which hold nothing but digits and capital letters. */
export const conditionFor = (table: PersonalTable, { customers, numbers }: Person) =>
  `(${rowsOf(table)
    .replaceAll('$1', () => `'{${customers.join()}}'`)
    .replaceAll('$2', () => `'{${numbers.join()}}'`)})`

/** What names the person, wherever it is written: too short a text would name others too. */
export async function namesOf(client: Queries, { customers }: Person): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with own as (select * from customer where customer_id = any($1)),
     named as (
       select id_no as name from own
       union all select substr(id_no, 1, 6) || '-' || substr(id_no, 7, 2) || '-' || substr(id_no, 9) from own where id_no ~ '^[0-9]{12}$'
       union all select contact_no from own union all select contact_no_typed from own union all select alternate_contact_no from own
       union all select email from own union all select full_name from own where full_name ~ '\\S\\s+\\S'
       union all select line1 from customer_address where customer_id = any($1) and line1 ~ '\\d' and length(line1) >= 8
       union all select recipient from contact_log where customer_id = any($1)
       union all select f.previous from profile_updated_field f join profile_updated_history h using (history_id)
         where h.customer_id = any($1) and f.field_name in ('IdNo') )
     select distinct name from named where length(name) >= 6`,
    [customers],
  )
  return rows.map(({ name }) => name)
}
