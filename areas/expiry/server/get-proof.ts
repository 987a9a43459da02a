import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as contract from '../contract/proof.ts'
import { PROVE } from './prove.ts'

const latestOf = ({ db }: Ctx) => db.selectFrom('ProofRun').orderBy('ProofRunId', 'desc').limit(1)

/** What the latest proof found. */
export async function getProof(ctx: Ctx) {
  const proof = await latestOf(ctx)
    .select(['ProvedAt', 'Milliseconds', 'Members', 'LedgerRows', 'Lots', 'Sales', 'Lines', 'Differences'])
    .executeTakeFirst()
  return { Proof: proof ?? null }
}

/** Where the books differed then, member by member. */
export const listDifferences = (ctx: Ctx, { Search }: Input<typeof contract.listDifferences>) =>
  queryList(
    ctx.db
      .selectFrom('ProofDifference')
      .where('ProofRunId', '=', latestOf(ctx).select('ProofRunId'))
      .select(['Place', 'CheckName', 'MembershipNo', 'HistoryId', 'InvoiceNo'])
      .select([
        sql<string>`trim_scale(expected)::text`.as('Expected'),
        sql<string>`trim_scale(proof_difference.found)::text`.as('Found'),
      ])
      .$castTo<contract.ProofDifference>(),
    { where: [equals('CheckName', Search.CheckName)] },
  )

/** Has the books proved in the background. */
export async function askForProof(ctx: Ctx) {
  await ctx.services.announce(ctx, 'job', PROVE)
  ctx.audit('Prove Books', 'Proof', 'latest', 'Prove Books in Points.')
  return { AskedYN: 'Y' as const }
}
