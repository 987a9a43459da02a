import { sql } from 'kysely'
import {
  countExportRows,
  type ExportedListQuery,
  findColumnSchema,
  findExportableList,
  readExportedListRows,
  refuseUnreadableList,
} from '#areas/exports/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { transactionTimeouts } from '#kit/server/database.ts'
import type { Route } from '#kit/server/serve.ts'
import type * as contract from '../contract.ts'
import { CUSTOMER_KEY_FIELDS, type RowsAddition, targetRowsRefusals as refusals } from '../contract.ts'
import {
  addCustomersToTargetList,
  excludeCustomersFromCampaign,
  refuseDeletedCampaign,
  resolveToSurvivingCustomers,
} from './targets.ts'

// Adds the customers in the rows of a list to a target list.
// The list is read with the permissions of the requester. One transaction adds all customers.

export const ADD_ROWS_JOB_NAME = 'list-rows'

/** The request of an addition to a target list, as it is stored. */
export type TargetRowsRequest = {
  CampaignCode: string
  Path: string
  Title: string
  Input: Record<string, unknown>
  KeyField: string | null
  Keys: string[] | null
  ExcludeYN: 'Y' | 'N'
}

const toListQuery = ({
  Input,
  KeyField,
  Keys,
}: Pick<TargetRowsRequest, 'Input' | 'KeyField' | 'Keys'>): ExportedListQuery => ({
  input: Input,
  scope: Keys ? 'Selected' : 'All',
  page: null,
  pageRows: null,
  keyField: KeyField,
  keys: Keys,
})

const additionColumns = sql<RowsAddition>`
  addition_id, campaign_code, title, status, rows_expected, rows_done, added, already, excluded, others, message, message_code, created_at, ended_at`

/** Validates the request, then adds a few rows immediately or queues the addition of many rows. */
export async function addRowsToCampaign(
  ctx: Ctx,
  input: Input<typeof contract.addRowsToCampaign>,
): Promise<RowsAddition> {
  const request = toRequest(input)
  await refuseDeletedCampaign(ctx, request.CampaignCode)
  const list = findExportableList(ctx.services, request.Path)
  await assertListNamesCustomers(ctx, list, request)
  const { total, expected } = await countExportRows(ctx, list, toListQuery(request))
  const AdditionId = await insertAddition(ctx, request, expected)
  await auditRequest(ctx, request)
  if (Math.max(total, expected) > ctx.services.exportRowsAtOnce)
    await ctx.services.announce(ctx, 'job', ADD_ROWS_JOB_NAME)
  else await completeTargetRowsAddition(ctx, AdditionId, request, await readCustomersOfRows(ctx, request, 'report'))
  return findAddition(ctx, AdditionId)
}

function toRequest({
  CampaignCode,
  Path,
  Title,
  Input,
  Scope,
  KeyField,
  Keys,
  ExcludeYN,
}: Input<typeof contract.addRowsToCampaign>) {
  const fields = { CampaignCode, Path, Title, Input, ExcludeYN, KeyField: null, Keys: null }
  if (Scope === 'All') return fields
  if (!KeyField || !Keys || Keys.length === 0) throw refusals.noKeys()
  return { ...fields, KeyField, Keys: [...new Set(Keys)] }
}

/** Checks that the requester may read the list, that its rows name customers, and that the key field exists. */
export async function assertListNamesCustomers(ctx: Ctx, list: Route, request: TargetRowsRequest) {
  await refuseUnreadableList(ctx, list, toListQuery(request))
  if (!personFieldOf(list)) throw refusals.namesNoCustomers()
  if (request.KeyField !== null && !findColumnSchema(list, request.KeyField))
    throw refusals.noSuchKey({ Field: request.KeyField })
}

const personFieldOf = (list: Route) => CUSTOMER_KEY_FIELDS.find((field) => findColumnSchema(list, field))

async function insertAddition({ db, actor, now }: Ctx, request: TargetRowsRequest, expected: number) {
  const { rows } = await sql<{ AdditionId: number }>`
    insert into target_addition (campaign_code, path, title, input, key_field, keys, exclude_yn, rows_expected, created_by_id, created_at)
    values (${request.CampaignCode}, ${request.Path}, ${request.Title}, ${JSON.stringify(request.Input)}, ${request.KeyField},
      ${request.Keys && JSON.stringify(request.Keys)}, ${request.ExcludeYN}, ${expected}, ${actor.userId}, ${now})
    on conflict (created_by_id) where status in ('Queued', 'Running') do nothing returning addition_id`.execute(db)
  if (!rows[0]) throw refusals.open()
  return rows[0].AdditionId
}

const FILTER_MOST = 1_000

/**
 * Records in the audit log which rows were added. Identity fields are removed from the logged filter.
 * The audit entry of the target list names the customers.
 */
async function auditRequest(
  ctx: Pick<Ctx, 'audit' | 'db'>,
  { CampaignCode, Path, Input, Keys, ExcludeYN }: TargetRowsRequest,
) {
  const { rows } = await sql<{ Searched: string }>`
    select without_identity(${JSON.stringify(Input)}::jsonb)::text as searched`.execute(ctx.db)
  const filter = rows[0]!.Searched.slice(0, FILTER_MOST)
  const rowsText = Keys ? `Rows - ${Keys.length} chosen` : 'Rows - all'
  ctx.audit(
    'Add Rows to Campaign Target',
    'Campaign',
    CampaignCode,
    `Add Rows to Campaign Target in Campaign Target. CampaignCode - ${CampaignCode}. ${Path}. ${rowsText}. Filter - ${filter}. Exclude - ${ExcludeYN}`,
  )
}

type People = { rows: number; ids: number[]; numbers: string[] }

/** Returns the distinct customers that the rows name. */
export async function readCustomersOfRows(
  ctx: Omit<Ctx, 'db'>,
  request: TargetRowsRequest,
  limitName: keyof typeof transactionTimeouts,
  report?: (rows: number) => Promise<void>,
): Promise<People> {
  const list = findExportableList(ctx.services, request.Path)
  const field = personFieldOf(list)
  if (!field) throw refusals.namesNoCustomers()
  const distinct = new Set<unknown>()
  let rows = 0
  await readExportedListRows({ ctx, list, query: toListQuery(request), limits: limitName }, async (pages) => {
    for await (const page of pages) {
      for (const row of page.rows) distinct.add((row as Record<string, unknown>)[field])
      rows += page.rows.length
      await report?.(rows)
    }
  })
  distinct.delete(null)
  distinct.delete(undefined)
  const people = [...distinct]
  return field === 'CustomerId'
    ? { rows, ids: people as number[], numbers: [] }
    : { rows, ids: [], numbers: people as string[] }
}

/** Adds the customers and completes the addition. Returns false without a change if the user cancelled the addition. */
export async function completeTargetRowsAddition(
  ctx: Ctx,
  AdditionId: number,
  request: TargetRowsRequest,
  { rows, ids, numbers }: People,
) {
  const { customers, others } = await resolveToSurvivingCustomers(ctx, ids, numbers, 'own outlet')
  const addOrExclude = request.ExcludeYN === 'Y' ? excludeCustomersFromCampaign : addCustomersToTargetList
  const { Added, Already, Excluded } = await addOrExclude(ctx, {
    CampaignCode: request.CampaignCode,
    Source: 'Report',
    SourceName: request.Title,
    people: sql`select unnest(${customers}::bigint[]) as customer_id`,
  })
  // The stored search contains personal data, so the completion of the addition deletes it.
  const { rows: completed } = await sql`
    update target_addition set status = 'Completed', rows_done = ${rows}, added = ${Added}, already = ${Already}, excluded = ${Excluded},
      others = ${others}, input = '{}', keys = null, ended_at = ${ctx.now}
    where addition_id = ${AdditionId} and status in ('Queued', 'Running') returning 1`.execute(ctx.db)
  return completed.length > 0
}

async function findAddition({ db }: Pick<Ctx, 'db'>, AdditionId: number): Promise<RowsAddition> {
  const { rows } =
    await sql<RowsAddition>`select ${additionColumns} from target_addition where addition_id = ${AdditionId}`.execute(
      db,
    )
  if (!rows[0]) throw refusals.notFound()
  return rows[0]
}

export const getRowsAdditionStatus = (ctx: Ctx, { AdditionId }: Input<typeof contract.getRowsAdditionStatus>) =>
  findAddition(ctx, AdditionId)

/** Cancels an addition. A running job notices this at the next page and leaves the target list unchanged. */
export async function cancelRowsAddition(ctx: Ctx, { AdditionId }: Input<typeof contract.cancelRowsAddition>) {
  const { rows } = await sql`
    update target_addition set status = 'Cancelled', input = '{}', keys = null, ended_at = ${ctx.now}
    where addition_id = ${AdditionId} and status in ('Queued', 'Running') returning 1`.execute(ctx.db)
  const { CampaignCode, Status } = await findAddition(ctx, AdditionId)
  if (rows.length === 0) throw refusals.notOpen({ Status })
  ctx.audit(
    'Cancel Rows to Campaign Target',
    'Campaign',
    CampaignCode,
    `Cancel Rows to Campaign Target in Campaign Target. CampaignCode - ${CampaignCode}`,
  )
  return findAddition(ctx, AdditionId)
}
