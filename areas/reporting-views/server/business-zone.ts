import type pg from 'pg'

/** Stores the configured business zone for the reporting views, because the sessions of analysts do not set it. */
export async function recordBusinessZone(client: Pick<pg.ClientBase, 'query'>, timeZone: string): Promise<void> {
  await client.query('update business_zone set zone = $1 where zone <> $1', [timeZone])
}
