import { sql } from 'kysely'
import { fieldOf, type ListAsked, listAt, lookAhead, readRows, refuseUnreadable } from '#areas/exports/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { limits } from '#kit/server/database.ts'
import type { Route } from '#kit/server/serve.ts'
import type * as contract from '../contract.ts'
import { type Addition, PERSON_FIELDS, rowsRefusals as refusals } from '../contract.ts'
import { addPeople, excludePeople, meant, refuseDeleted } from './targets.ts'

// ROWS OF A LIST ONTO A TARGET LIST. The list is asked by its own call, as the person who sends them may read it; all of it comes there together or
// nothing of it.

export const LIST_ROWS = 'list-rows'

/** What was asked for, as its record has it. */
export type Sent = {
  CampaignCode: string
  Path: string
  Title: string
  Input: Record<string, unknown>
  KeyField: string | null
  Keys: string[] | null
  ExcludeYN: 'Y' | 'N'
}

const askedOf = ({ Input, KeyField, Keys }: Pick<Sent, 'Input' | 'KeyField' | 'Keys'>): ListAsked => ({
  input: Input,
  scope: Keys ? 'Selected' : 'All',
  page: null,
  pageRows: null,
  keyField: KeyField,
  keys: Keys,
})

const shown = sql<Addition>`
  addition_id, campaign_code, title, status, rows_expected, rows_done, added, already, excluded, others, message, message_code, created_at, ended_at`

/** Validates what is asked for, then adds it at once or puts it in line. */
export async function addRows(ctx: Ctx, input: Input<typeof contract.addRows>): Promise<Addition> {
  const sent = sentIn(input)
  await refuseDeleted(ctx, sent.CampaignCode)
  const list = listAt(ctx.services, sent.Path)
  await refuseUnfit(ctx, list, sent)
  const { total, expected } = await lookAhead(ctx, list, askedOf(sent))
  const AdditionId = await insert(ctx, sent, expected)
  await auditSent(ctx, sent)
  if (Math.max(total, expected) > ctx.services.exportRowsAtOnce) await ctx.services.announce(ctx, 'job', LIST_ROWS)
  else await addNow(ctx, AdditionId, sent, await customersIn(ctx, sent, 'report'))
  return find(ctx, AdditionId)
}

function sentIn({
  CampaignCode,
  Path,
  Title,
  Input,
  Scope,
  KeyField,
  Keys,
  ExcludeYN,
}: Input<typeof contract.addRows>) {
  const all = { CampaignCode, Path, Title, Input, ExcludeYN, KeyField: null, Keys: null }
  if (Scope === 'All') return all
  if (!KeyField || !Keys || Keys.length === 0) throw refusals.noKeys()
  return { ...all, KeyField, Keys: [...new Set(Keys)] }
}

/** Who may not read the list, and rows that name nobody. */
export async function refuseUnfit(ctx: Ctx, list: Route, sent: Sent) {
  await refuseUnreadable(ctx, list, askedOf(sent))
  if (!personFieldOf(list)) throw refusals.nobodyNamed()
  if (sent.KeyField !== null && !fieldOf(list, sent.KeyField)) throw refusals.noSuchKey({ Field: sent.KeyField })
}

const personFieldOf = (list: Route) => PERSON_FIELDS.find((field) => fieldOf(list, field))

async function insert({ db, actor, now }: Ctx, sent: Sent, expected: number) {
  const { rows } = await sql<{ AdditionId: number }>`
    insert into target_addition (campaign_code, path, title, input, key_field, keys, exclude_yn, rows_expected, created_by_id, created_at)
    values (${sent.CampaignCode}, ${sent.Path}, ${sent.Title}, ${JSON.stringify(sent.Input)}, ${sent.KeyField},
      ${sent.Keys && JSON.stringify(sent.Keys)}, ${sent.ExcludeYN}, ${expected}, ${actor.userId}, ${now})
    on conflict (created_by_id) where status in ('Queued', 'Running') do nothing returning addition_id`.execute(db)
  if (!rows[0]) throw refusals.open()
  return rows[0].AdditionId
}

const FILTER_MOST = 1_000

/** Who was sent there stands with the list; here it is which rows, without the identity numbers and addresses in the search. */
async function auditSent(ctx: Pick<Ctx, 'audit' | 'db'>, { CampaignCode, Path, Input, Keys, ExcludeYN }: Sent) {
  const { rows } = await sql<{ Searched: string }>`
    select without_identity(${JSON.stringify(Input)}::jsonb)::text as searched`.execute(ctx.db)
  const filter = rows[0]!.Searched.slice(0, FILTER_MOST)
  const which = Keys ? `Rows - ${Keys.length} chosen` : 'Rows - all'
  ctx.audit(
    'Add Rows to Campaign Target',
    'Campaign',
    CampaignCode,
    `Add Rows to Campaign Target in Campaign Target. CampaignCode - ${CampaignCode}. ${Path}. ${which}. Filter - ${filter}. Exclude - ${ExcludeYN}`,
  )
}

type People = { rows: number; ids: number[]; numbers: string[] }

/** Everybody whom the rows name, each once. */
export async function customersIn(
  ctx: Omit<Ctx, 'db'>,
  sent: Sent,
  within: keyof typeof limits,
  report?: (rows: number) => Promise<void>,
): Promise<People> {
  const list = listAt(ctx.services, sent.Path)
  const field = personFieldOf(list)
  if (!field) throw refusals.nobodyNamed()
  const named = new Set<unknown>()
  let rows = 0
  await readRows({ ctx, list, asked: askedOf(sent), limits: within }, async (pages) => {
    for await (const page of pages) {
      for (const row of page.rows) named.add((row as Record<string, unknown>)[field])
      rows += page.rows.length
      await report?.(rows)
    }
  })
  named.delete(null)
  named.delete(undefined)
  const people = [...named]
  return field === 'CustomerId'
    ? { rows, ids: people as number[], numbers: [] }
    : { rows, ids: [], numbers: people as string[] }
}

/** Onto the list and through, unless it was stopped meanwhile: then false, and nothing is written. */
export async function addNow(ctx: Ctx, AdditionId: number, sent: Sent, { rows, ids, numbers }: People) {
  const { customers, others } = await meant(ctx, ids, numbers, 'own')
  const put = sent.ExcludeYN === 'Y' ? excludePeople : addPeople
  const { Added, Already, Excluded } = await put(ctx, {
    CampaignCode: sent.CampaignCode,
    Source: 'Report',
    SourceName: sent.Title,
    people: sql`select unnest(${customers}::bigint[]) as customer_id`,
  })
  // What was searched for is not kept longer than it is needed.
  const { rows: through } = await sql`
    update target_addition set status = 'Completed', rows_done = ${rows}, added = ${Added}, already = ${Already}, excluded = ${Excluded},
      others = ${others}, input = '{}', keys = null, ended_at = ${ctx.now}
    where addition_id = ${AdditionId} and status in ('Queued', 'Running') returning 1`.execute(ctx.db)
  return through.length > 0
}

async function find({ db }: Pick<Ctx, 'db'>, AdditionId: number): Promise<Addition> {
  const { rows } = await sql<Addition>`select ${shown} from target_addition where addition_id = ${AdditionId}`.execute(
    db,
  )
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}

export const additionStatus = (ctx: Ctx, { AdditionId }: Input<typeof contract.additionStatus>) => find(ctx, AdditionId)

/** Anyone who adds them finds out with the next rows, and leaves the list as it was. */
export async function cancelAddition(ctx: Ctx, { AdditionId }: Input<typeof contract.cancelAddition>) {
  const { rows } = await sql`
    update target_addition set status = 'Cancelled', input = '{}', keys = null, ended_at = ${ctx.now}
    where addition_id = ${AdditionId} and status in ('Queued', 'Running') returning 1`.execute(ctx.db)
  const { CampaignCode, Status } = await find(ctx, AdditionId)
  if (rows.length === 0) throw refusals.notOpen({ Status })
  ctx.audit(
    'Cancel Rows to Campaign Target',
    'Campaign',
    CampaignCode,
    `Cancel Rows to Campaign Target in Campaign Target. CampaignCode - ${CampaignCode}`,
  )
  return find(ctx, AdditionId)
}
