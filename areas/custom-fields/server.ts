import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { customFieldRoutes } from './server/routes.ts'

export const customFieldsServerArea: ServerArea = {
  name: 'custom-fields',
  routes: customFieldRoutes,
  histories: {
    CustomField: {
      parts: (id) => sql`select 'CustomFieldItem', item.custom_field_item_id::text
        from custom_field field join custom_field_item item using (field_list_id) where field.custom_field_id::text = ${id}`,
    },
  },
}
