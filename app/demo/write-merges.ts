import type { ClientBase, PoolClient } from 'pg'
import { serverAreas } from '#app/server/areas.ts'
import { mergeMembers, writeMerge } from '#areas/merges/server/index.ts'
import { businessDate } from '#kit/server/clock.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { createKysely } from '#kit/server/database.ts'

// The demo's duplicate customers: one merged pair, one merge that awaits approval and one undetected pair.

const TIME_ZONE = 'Asia/Kuala_Lumpur'
const STATEMENT_MS = 60_000

type Pair = { survivor: number; merged: number; merged_no: string }

export async function seedMerges(client: ClientBase) {
  await client.query(
    `select set_config('carat.origin', (current_setting('carat.origin')::jsonb || '{"bulk": "demo"}')::text, true)`,
  )
  const pairs = await possibleDuplicates(client)
  const [done, pending] = pairs
  if (!done || !pending) return
  const approver = await actor(client, 'hq.approver')
  const requester = await actor(client, 'hq')
  const now = new Date()
  const as = (caller: Ctx['actor']) =>
    ({
      db: createKysely(client as PoolClient, { timeout: STATEMENT_MS }),
      actor: caller,
      now,
      today: businessDate(now, TIME_ZONE),
      timeZone: TIME_ZONE,
      requestId: 'demo',
      audit: () => {},
      mail: async () => {},
      services: { areas: serverAreas, webUrl: '' },
    }) as unknown as Ctx
  const input = ({ survivor, merged }: Pair) => ({
    SurvivorId: survivor,
    MergedId: merged,
    KeepTierOf: 'Higher' as const,
    TakeFromMerged: [],
    Reason: 'Registered a second time at the counter',
  })
  await writeMerge(as(approver), input(done), {
    RequestedById: requester.userId,
    RequestedBy: requester.name,
    OutletCode: 'HQ',
  })
  await mergeMembers(as(requester), { ...input(pending), ConfirmMembershipNo: pending.merged_no })
}

/** Turns three non-premium customers of an outlet into duplicates of three of its members. */
async function possibleDuplicates(client: ClientBase): Promise<Pair[]> {
  const { rows } = await client.query<Pair>(`
    with free as (
      select c.*, m.membership_no, m.member_type as kind, row_number() over (partition by c.registered_outlet_code, m.member_type order by c.created_at, c.customer_id) as place
      from customer c join membership m on m.customer_id = c.customer_id and m.status = 'Active'
      where c.status = 'Active' and c.recommend_membership_no is null and c.upgrade_pending_yn = 'N'
        and not exists (select from referral r where r.customer_id = c.customer_id or r.referrer_membership_no = m.membership_no)
        and not exists (select from profile_updated_history h where h.customer_id = c.customer_id)
        and not exists (select from approval a where a.membership_no = m.membership_no)
        and not exists (select from customer_reward r where r.membership_no = m.membership_no)
        and not exists (select from membership_level_history h where h.membership_no = m.membership_no and (h.status = 'Pending' or h.applied_at is null))
        and exists (select from transaction_summary t where t.customer_id = c.customer_id)
    ),
    pair as (
      select own.customer_id as survivor, other.customer_id as merged, other.membership_no as merged_no, own.full_name, own.contact_no, own.date_of_birth, own.gender,
        row_number() over (order by own.registered_outlet_code) as turn
      from free own join free other on other.registered_outlet_code = own.registered_outlet_code and other.place = 1 and other.kind = 'Non-Premium Member'
      where own.place = 7 and own.kind = 'Premium Member'
      order by own.registered_outlet_code limit 3
    ),
    written as (
      update customer c set full_name = regexp_replace(pair.full_name, ' (\\w+)$', '-\\1'), contact_no = pair.contact_no, date_of_birth = pair.date_of_birth,
        gender = pair.gender, id_type = null, id_no = null, id_not_given_yn = 'Y'
      from pair where c.customer_id = pair.merged
    )
    select survivor::int, merged::int, merged_no from pair order by turn`)
  return rows
}

async function actor(client: ClientBase, username: string): Promise<Ctx['actor']> {
  const { rows } = await client.query<{ id: number; name: string }>(
    `select user_id::int as id, full_name as name from user_account join staff using (staff_id) where username = $1`,
    [username],
  )
  const { id, name } = rows[0]!
  return {
    ...{
      kind: 'staff',
      userId: id,
      customerId: null,
      staffId: null,
      name,
      outletCode: 'HQ',
      buildingId: null,
      isHQ: true,
      isReader: false,
    },
    ...{ roles: new Set(), privileges: new Set(), scopes: new Set() },
    ...{ sessionId: null, sessionLabel: null, accessVersion: 1 },
  } as Ctx['actor']
}
