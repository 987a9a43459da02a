import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { Mapping } from '../../contract/mapping.ts'
import { importRefusals } from '../../contract.ts'
import { missingRuleConditionsSql } from './rules.ts'

/** The rights for each kind of record that a mapping creates, which are the same as on the record's own page. */
const rights = {
  Brand: { role: 'Settings', privilege: 'Manage Settings' },
  ProductGroup: { role: 'Product Group' },
  PointStructure: { role: 'Point Structure' },
  PointRate: { role: 'Point Rate' },
} as const

type MissingRules = Record<keyof typeof rights, boolean>

export async function requireRuleRights(ctx: Pick<Ctx, 'db' | 'actor'>, { ensureRules }: Mapping): Promise<void> {
  if (!ensureRules) return
  const { brands, groups, structure, rate } = missingRuleConditionsSql(ensureRules)
  const { rows } = await sql<MissingRules>`
    select ${brands} as "Brand", ${groups} as "ProductGroup", ${structure} as "PointStructure", ${rate} as "PointRate"`.execute(
    ctx.db,
  )
  for (const [kind, required] of Object.entries(rights)) {
    if (!rows[0]![kind as keyof MissingRules]) continue
    const { roles, privileges } = ctx.actor
    if (!roles.has(required.role) || ('privilege' in required && !privileges.has(required.privilege)))
      throw importRefusals.mayNotMake({ what: kind, role: required.role })
  }
}
