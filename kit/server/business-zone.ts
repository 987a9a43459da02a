import type pg from 'pg'

/** Stores the configured business zone for the reporting views, because the sessions of analysts do not set it. */
export async function recordBusinessZone(client: Pick<pg.ClientBase, 'query'>, timeZone: string): Promise<void> {
  await client.query(
    `insert into business_zone (zone) values ($1)
     on conflict (one_row) do update set zone = excluded.zone where business_zone.zone <> excluded.zone`,
    [timeZone],
  )
}
