import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'

// Registration posters and their results. Staff can create new codes, because the codes of these posters are not stored.

/** The demo's registration posters: outlet, name, days since creation, validity in days, visitors and registrations. */
const posters = [
  ['KL1', 'Poster at the entrance', 21, 90, 46, 19],
  ['PJ1', 'Stand at the bridal evening', 12, 30, 23, 11],
  ['PG1', 'Card beside the till', 40, 30, 31, 8],
] as const

export async function seedSelfService(client: ClientBase) {
  for (const [outlet, name, daysAgo, days, uses, registered] of posters)
    await client.query(
      `insert into passcode (code_hash, token_hash, purpose, object_type, object_id, outlet_code, language, name, uses, registered, created_by_id, created_at, expires_at)
       select $1, $2, 'New Customer', 'Outlet', $3, $3, 'en', $4, $5, $6, user_id, now() - make_interval(days => $7::int), now() + make_interval(days => $8::int - $7::int)
       from user_account where username = 'hq'`,
      [randomBytes(32), randomBytes(32), outlet, name, uses, registered, daysAgo, days],
    )
}
