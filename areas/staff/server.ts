import { createAccountRowKind } from '#areas/access/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { peopleRefusals } from './contract/people.ts'
import { staffRoutes } from './server/routes.ts'

export const staffServerArea: ServerArea = {
  name: 'staff',
  routes: staffRoutes,
  rowKinds: {
    staff: createAccountRowKind(
      'staff left join user_account account using (staff_id)',
      'staff.staff_id',
      peopleRefusals.notFound,
    ),
  },
}
