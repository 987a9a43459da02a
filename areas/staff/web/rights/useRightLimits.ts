import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import type { Privilege, Role } from '../../../access/roles.ts'
import type { RightKind, RightName, Rights } from './rights.ts'

/** Checks in advance what the server enforces: users cannot grant rights, or change accounts with rights, that they do not have. */
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
    /** The reason why an account cannot be changed, or false. */
    reasonFor: (rights: Rights) => isAbove(rights) && t('staff:rights.above'),
  }
}
