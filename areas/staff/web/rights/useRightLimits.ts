import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import type { Privilege, Role } from '../../../access/roles.ts'
import type { RightKind, RightName, RightNamesByKind } from './rights.ts'

/** Applies the server's rule before saving: users cannot grant rights that they lack, or change such accounts. */
export function useGrantableRights() {
  const t = useT()
  const { has, may } = useSession()
  const holds = (kind: RightKind, name: RightName) => (kind === 'Role' ? has(name as Role) : may(name as Privilege))
  const isAbove = ({ Roles, Privileges }: RightNamesByKind) =>
    !Roles.every((name) => holds('Role', name as RightName)) ||
    !Privileges.every((name) => holds('Privilege', name as RightName))
  return {
    holds,
    isAbove,
    /** Returns the reason why the user cannot change an account; false if the user can change it. */
    reasonFor: (rights: RightNamesByKind) => isAbove(rights) && t('staff:rights.above'),
  }
}
