import { personName } from '#kit/contract/person.ts'
import type { useSession } from '#kit/web/session.ts'

type User = ReturnType<typeof useSession>['user']

/** Where and by whom something is done at the counter, for sentences. */
export const doneBy = ({ building, staff, username }: User) => ({
  outlet: building?.code ?? '',
  name: staff ? personName(staff.full_name) : username,
})
