import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'

export const cardLevelsSetupStep: NonNullable<ServerArea['firstSteps']> = {
  Levels: (today) => sql`exists (select from card_category join card_level using (card_category_id)
    where card_category.status = 'Active' and card_level.status = 'Active'
      and ${today}::date between effective_from and coalesce(effective_to, 'infinity'))`,
}
