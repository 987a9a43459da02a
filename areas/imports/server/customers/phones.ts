import { parsePhones } from '#areas/customers/server/index.ts'
import { Phone } from '#kit/contract/fields.ts'
import type { ImporterInput } from '../work.ts'

// The phone numbers are read in small pages, so that other requests of this process are not delayed.
const PHONES = 1_000

/** Parses phone numbers with the library of the counter, because an SQL pattern cannot express the rules. */
export async function readPhones({ client, columns }: ImporterInput) {
  await client.query(`
    create unlogged table phone as select distinct "ContactNo" collate "C" as typed, null::text as number, null::text as second from staged_customer where "ContactNo" is not null;
    alter table phone add primary key (typed)`)
  if (!columns.has('ContactNo')) return
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ typed: string }>(
      'select typed from phone where typed > $1 order by typed limit $2',
      [last, PHONES],
    )
    if (rows.length === 0) break
    const typed = rows.map((row) => row.typed)
    last = typed.at(-1)!
    await client.query(
      'update phone set number = parsed.number, second = parsed.second from unnest($1::text[], $2::text[], $3::text[]) parsed (typed, number, second) where phone.typed = parsed.typed',
      [typed, ...read(typed)],
    )
  }
  await client.query(
    'update staged_customer set contact_no = phone.number, alternate_contact_no = phone.second from phone where phone.typed = staged_customer."ContactNo"; analyze staged_customer',
  )
}

/** Returns the first and second phone number of each text; both null without a number or with an invalid one. */
function read(typed: readonly string[]): [numbers: (string | null)[], seconds: (string | null)[]] {
  const phones = typed.map((text) => (Phone.safeParse(text).success ? parsePhones(text) : undefined))
  return [phones.map((pair) => pair?.[0] ?? null), phones.map((pair) => pair?.[1] ?? null)]
}
