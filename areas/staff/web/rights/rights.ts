import { type Privilege, privileges, type Role, roles } from '../../../access/roles.ts'

// Roles and privileges are grouped by the section of the menu to which they belong.

export type RightKind = 'Role' | 'Privilege'
export type RightName = Role | Privilege
export type RightNamesByKind = { Roles: readonly string[]; Privileges: readonly string[] }

const families = {
  counter: ['Dashboard', 'Customer', 'Claim Rewards', 'Redeem Rewards', 'Collect Rewards'],
  cancels: ['Cancel Claim Rewards', 'Cancel Redeem Rewards', 'Cancel Collect Rewards'],
  customers: [
    'Self-Service URL Generator',
    'Import Leads',
    'Lead Source',
    'Profile Amendment Review',
    'Update Member Listing',
    'Referrer Listing',
    'Archive Member',
    'Member Category Approval',
  ],
  rewards: ['Rewards', 'Contact Templates', 'Campaign', 'Campaign Target List', 'Voucher Listing'],
  points: [
    'Point Structure',
    'Point Rate',
    'Point Adjustment',
    'Point Expiry',
    'Point Expiry Reward',
    'Customer Transaction',
  ],
  setup: [
    'Card Group',
    'Card Category',
    'Task Group',
    'Activity Type',
    'Product Group',
    'Custom Field',
    'Feedback',
    'Feedback Question',
  ],
  administration: ['Settings', 'User Roles'],
} as const satisfies Record<string, readonly Role[]>

const rolesInFamilies = new Set<string>(Object.values(families).flat())

export type RightFamilyName = keyof typeof families | 'reports' | 'privileges'
export type RightFamily = { key: RightFamilyName; kind: RightKind; names: readonly RightName[] }

/** Groups of roles and privileges; roles without a group belong to reports. */
export const rightFamilies: readonly RightFamily[] = [
  ...Object.entries(families).map(([key, names]) => ({ key: key as RightFamilyName, kind: 'Role' as const, names })),
  { key: 'reports', kind: 'Role', names: roles.filter((role) => !rolesInFamilies.has(role)) },
  { key: 'privileges', kind: 'Privilege', names: privileges },
]

/** Returns the roles and privileges to grant and to revoke in order to change one set into the other. */
export function findRightsDifference(from: RightNamesByKind, to: RightNamesByKind) {
  const added = (before: readonly string[], after: readonly string[]) => after.filter((name) => !before.includes(name))
  return {
    Give: {
      Roles: added(from.Roles, to.Roles) as Role[],
      Privileges: added(from.Privileges, to.Privileges) as Privilege[],
    },
    Take: {
      Roles: added(to.Roles, from.Roles) as Role[],
      Privileges: added(to.Privileges, from.Privileges) as Privilege[],
    },
  }
}
