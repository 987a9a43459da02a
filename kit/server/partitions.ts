import type { ClientBase } from 'pg'

/** The books that grow for ever, by the column that says when. */
const books = { audit_record: 'audited_at', audit_log: 'logged_at', login_activity: 'activity_date_time' }

const MONTHS_AHEAD = 3

/**
 * Gives each book a part for this month and the next three, so that an old month can be moved away without touching
 * the table that is written to. Rows that came into the default part meanwhile are moved. A restore names the month
 * since which the books had parts.
 */
export async function ensurePartitions(client: ClientBase, since?: string) {
  await client.query('begin')
  try {
    // Two programs at once must not both make a part; and a writer must not wait long behind one.
    await client.query(`set local lock_timeout = '5s'; select pg_advisory_xact_lock(${LOCK})`)
    const { rows } = await client.query<Part>(missingParts, [Object.keys(books), MONTHS_AHEAD, since ?? null])
    for (const part of rows) await client.query(makePart(part))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const LOCK = 4_703_119

type Part = { book: keyof typeof books; part: string; starts: string; ends: string }

const missingParts = `
  select book, part, starts, ends
  from unnest($1::text[]) as book,
    generate_series(
      coalesce(($3 || '-01')::timestamp, date_trunc('month', now() at time zone 'UTC')),
      date_trunc('month', now() at time zone 'UTC') + make_interval(months => $2), interval '1 month') as month,
    lateral (select book || to_char(month, '_YYYY_MM') as part,
      to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00' as starts,
      to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00' as ends)
  where to_regclass(book) is not null and to_regclass(part) is null`

const makePart = ({ book, part, starts, ends }: Part) => `
  create table ${part} (like ${book} including defaults including constraints including indexes);
  with moved as (
    delete from ${book}_rest where ${books[book]} >= '${starts}' and ${books[book]} < '${ends}' returning *)
  insert into ${part} select * from moved;
  alter table ${book} attach partition ${part} for values from ('${starts}') to ('${ends}');
  -- The application reads and writes through the book, never a part of it.
  revoke all on ${part} from carat_app`
