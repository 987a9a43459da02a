import type { Ctx } from '#kit/server/ctx.ts'
import { cardGroupRefusals as refusals } from '../../contract/card-groups.ts'

export const cardGroupFields = [
  'GroupId',
  'Name',
  'Description',
  'Status',
  'Version',
  'CreatedAt',
  'UpdatedAt',
] as const

/** The card group as it stands, locked: nobody joins it while it is judged. */
export async function lockCardGroup(ctx: Ctx, GroupId: number) {
  const group = await ctx.db
    .selectFrom('CardGroup')
    .select(cardGroupFields)
    .where('GroupId', '=', GroupId)
    .forUpdate()
    .executeTakeFirst()
  if (!group) throw refusals.notFound()
  return group
}

/** Two groups of one name can't be told apart; the database refuses the second of two at once as well. */
export const refuseTakenName = (Name: string) => (error: { constraint?: string }) => {
  throw error.constraint === 'card_group_name' ? refusals.nameTaken({ Name }) : error
}
