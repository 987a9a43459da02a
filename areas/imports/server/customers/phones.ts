import { phonesOf } from '#areas/customers/server/index.ts'
import { Phone } from '#kit/contract/fields.ts'
import type { Work } from '../work.ts'

// So few at a time that calls which the same program answers do not wait for it.
const PHONES = 1_000

/** Telephone numbers have rules that no pattern knows, so they are read by the library that the counter uses. */
export async function readPhones({ client, columns }: Work) {
  await client.query(`
    create unlogged table phone as select distinct "ContactNo" collate "C" as typed, null::text as number, null::text as second from guest where "ContactNo" is not null;
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
      'update phone set number = found.number, second = found.second from unnest($1::text[], $2::text[], $3::text[]) found (typed, number, second) where phone.typed = found.typed',
      [typed, ...read(typed)],
    )
  }
  await client.query(
    'update guest set contact_no = phone.number, alternate_contact_no = phone.second from phone where phone.typed = guest."ContactNo"; analyze guest',
  )
}

/** First and second number of each text; null where there is none, or where any of them is wrong. */
function read(typed: readonly string[]): [numbers: (string | null)[], seconds: (string | null)[]] {
  const phones = typed.map((text) => (Phone.safeParse(text).success ? phonesOf(text) : undefined))
  return [phones.map((found) => found?.[0] ?? null), phones.map((found) => found?.[1] ?? null)]
}
