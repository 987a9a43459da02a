import { sql } from 'kysely'
import { recordUseCases, serveRecord } from '#kit/server/record.ts'
import { cardGroups } from '../contract/card-groups.ts'

export const cardGroupRoutes = serveRecord(
  cardGroups,
  recordUseCases(cardGroups, {
    table: 'CardGroup',
    used: ({ GroupId }) => ({
      Categories: sql`card_category where card_group_id = ${GroupId} and status <> 'Deleted'`,
    }),
  }),
)
