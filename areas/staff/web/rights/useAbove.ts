import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import type { Privilege, Role } from '../../../access/roles.ts'
import type { RightKind, RightName, Rights } from './rights.ts'

/** What the server refuses anyway, said before anybody tries: nobody gives, or touches, more than they have. */
export function useAbove() {
  const t = useT()
  const { has, may } = useSession()
  const holds = (kind: RightKind, name: RightName) => (kind === 'Role' ? has(name as Role) : may(name as Privilege))
  const isAbove = ({ Roles, Privileges }: Rights) =>
    !Roles.every((name) => holds('Role', name as RightName)) ||
    !Privileges.every((name) => holds('Privilege', name as RightName))
  return {
    holds,
    isAbove,
    /** Why somebody's account can't be changed, where it can't. */
    reasonFor: (rights: Rights) => isAbove(rights) && t('staff:rights.above'),
  }
}
