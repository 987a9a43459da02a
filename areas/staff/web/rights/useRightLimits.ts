import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import type { Privilege, Role } from '../../../access/roles.ts'
import type { RightKind, RightName, Rights } from './rights.ts'

/** Checks the server's rule in advance: users cannot grant rights they lack, or change accounts with such rights. */
export function useRightLimits() {
  const t = useT()
  const { has, may } = useSession()
  const holds = (kind: RightKind, name: RightName) => (kind === 'Role' ? has(name as Role) : may(name as Privilege))
  const isAbove = ({ Roles, Privileges }: Rights) =>
    !Roles.every((name) => holds('Role', name as RightName)) ||
    !Privileges.every((name) => holds('Privilege', name as RightName))
  return {
    holds,
    isAbove,
    /** Returns the reason why an account cannot be changed, or false if it can. */
    reasonFor: (rights: Rights) => isAbove(rights) && t('staff:rights.above'),
  }
}
