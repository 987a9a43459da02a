import type { Ctx } from '#kit/server/ctx.ts'

export async function getDepartments(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('Department')
    .select(['DepartmentId', 'Code', 'Name'])
    .where('Status', '=', 'Active')
    .orderBy('Code')
    .execute()
  return { count: rows.length, rows }
}
