import { formatPersonName } from '#kit/contract/person.ts'
import type { useSession } from '#kit/web/session.ts'

type User = ReturnType<typeof useSession>['user']

/** Returns outlet and name of the signed-in user, as parameters for texts. */
export const currentUserTextParams = ({ building, staff, username }: User) => ({
  outlet: building?.code ?? '',
  name: staff ? formatPersonName(staff.full_name) : username,
})
