import type { ClientBase } from 'pg'

/** The books that grow for ever, by the column that says when. */
const books = { audit_record: 'audited_at', audit_log: 'logged_at', login_activity: 'activity_date_time' }

const MONTHS_AHEAD = 3

/**
 * Gives each book a part for this month and the next three, so that an old month can be moved away without touching
 * the table that is written to. Rows that came into the default part meanwhile are moved. A restore names the month
 * since which the books had parts.
 */
export async function ensurePartitions(client: ClientBase, now: Date, since?: string) {
  await client.query('begin')
  try {
    // Two programs at once must not both make a part; and a writer must not wait long behind one.
    await client.query(`set local lock_timeout = '5s'; select pg_advisory_xact_lock(${LOCK})`)
    const { rows } = await client.query<Part>(missingParts, [Object.keys(books), MONTHS_AHEAD, since ?? null, now])
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
      coalesce(($3 || '-01')::timestamp, date_trunc('month', $4::timestamptz at time zone 'UTC')),
      date_trunc('month', $4::timestamptz at time zone 'UTC') + make_interval(months => $2), interval '1 month') as month,
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

/** So long is a month of the books kept where it can be asked for. */
const RETENTION_YEARS = 7

/**
 * Takes the parts of all months before `month` (YYYY-MM) out of their books and answers their names. Each is then a
 * table of its own, to be dumped and dropped by whoever keeps the archive; nothing is deleted here.
 */
export async function detachBefore(client: ClientBase, month: string, now: Date): Promise<string[]> {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new Error('Name a month like 2019-01')
  const youngest = new Date(Date.UTC(now.getUTCFullYear() - RETENTION_YEARS, now.getUTCMonth(), 1))
    .toISOString()
    .slice(0, 7)
  if (month > youngest)
    throw new Error(`The books are kept for ${RETENTION_YEARS} years: months before ${youngest} at most`)
  const { rows } = await client.query<{ book: string; part: string }>(partsBefore, [
    Object.keys(books),
    month.replace('-', '_'),
  ])
  for (const { book, part } of rows) {
    // Waits for nobody for long; what was detached before a failure stays so, and the next run goes on.
    await client.query(`set lock_timeout = '5s'; alter table ${book} detach partition ${part}`)
  }
  return rows.map(({ part }) => part)
}

const partsBefore = `
  select book.relname as book, part.relname as part from pg_inherits
  join pg_class book on book.oid = inhparent join pg_class part on part.oid = inhrelid
  where book.relname = any($1::text[]) and part.relname ~ ('^' || book.relname || '_\\d{4}_\\d{2}$')
    and right(part.relname, 7) < $2 order by 2`
