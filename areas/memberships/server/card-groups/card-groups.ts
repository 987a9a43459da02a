import { sql } from 'kysely'
import { contains } from '#kit/server/filters.ts'
import { recordUseCases, serveRecord } from '#kit/server/record.ts'
import { cardGroups } from '../../contract/card-groups.ts'

export const cardGroupRoutes = serveRecord(
  cardGroups,
  recordUseCases(cardGroups, {
    table: 'CardGroup',
    filters: ({ Name, Description }) => [contains('Name', Name), contains('Description', Description)],
    taken: { card_group_name: cardGroups.refusals.nameTaken },
    used: ({ GroupId }) => ({
      Categories: sql`card_category where card_group_id = ${GroupId} and status <> 'Deleted'`,
      Memberships: sql`membership where card_group_id = ${GroupId} and status <> 'Deleted'`,
    }),
  }),
)
