import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Mapping } from '../../contract/mapping.ts'
import { refusals } from '../../contract.ts'
import { missingRules } from './rules.ts'

/** Who may make by a mapping what it names: anyone who may make it on its own page. */
const rights = {
  Brand: { role: 'Settings', privilege: 'Manage Settings' },
  ProductGroup: { role: 'Product Group' },
  PointStructure: { role: 'Point Structure' },
  PointRate: { role: 'Point Rate' },
} as const

type Made = Record<keyof typeof rights, boolean>

export async function requireRightsToMake(ctx: Pick<Ctx, 'db' | 'actor'>, { ensureRules }: Mapping): Promise<void> {
  if (!ensureRules) return
  const { brands, groups, structure, rate } = missingRules(ensureRules)
  const { rows } = await sql<Made>`
    select ${brands} as "Brand", ${groups} as "ProductGroup", ${structure} as "PointStructure", ${rate} as "PointRate"`.execute(
    ctx.db,
  )
  for (const [what, requested] of Object.entries(rights)) {
    if (!rows[0]![what as keyof Made]) continue
    const { roles, privileges } = ctx.actor
    if (!roles.has(requested.role) || ('privilege' in requested && !privileges.has(requested.privilege)))
      throw refusals.mayNotMake({ what, role: requested.role })
  }
}
