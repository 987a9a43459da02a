/**
 * Every role, named like its menu entry or report. Sections 2 and 6 of the specification name most roles.
 * A role opens a screen or a report. A privilege allows one risky action or one kind of figure.
 */
export const reportRoles = [
  'Member Listing',
  'Member Profile Amendment Report',
  'Member Point Statement',
  'Customer Analysis Report',
  'Customer Reward Status Report',
  'Customer Performance Report',
  'Product Sales Analysis Report',
  'Member Sales Analysis Report',
  'Customer Transaction Report',
  'Non Member Transaction Report',
  'Repeat Customer Analysis Report',
  'Point Expiry Report',
  'Premium Gift Redemption Listing',
  'Inactive Reactive Member Listing',
  'Member Category Analysis Report',
  'Audit Trail Report',
  'Feedback Analysis Report',
  'Campaign Target List Report',
  'Friend Get Friend Sales Report',
] as const

const screenRoles = [
  'Dashboard',
  'Customer',
  'Self-Service URL Generator',
  'Import Leads',
  'Rewards',
  'Contact Templates',
  'Claim Rewards',
  'Cancel Claim Rewards',
  'Redeem Rewards',
  'Cancel Redeem Rewards',
  'Collect Rewards',
  'Cancel Collect Rewards',
  'Campaign',
  'Campaign Target List',
  'Member Category Approval',
  'Archive Member',
  'Referrer Listing',
  'Profile Amendment Review',
  'Update Member Listing',
  'Point Structure',
  'Point Rate',
  'Point Adjustment',
  'Point Expiry',
  'Customer Transaction',
  'Point Expiry Reward',
  'Card Group',
  'Card Category',
  'Task Group',
  'Activity Type',
  'Product Group',
  'Voucher Listing',
  'Custom Field',
  'Lead Source',
  'Feedback',
  'Feedback Question',
  'Settings',
  'User Roles',
  'Loyalty Watch',
  'Tasks',
] as const

export const roles = [...screenRoles, ...reportRoles] as const
export type Role = (typeof roles)[number]

const isReportRole = (role: string) => (reportRoles as readonly string[]).includes(role)

/** True for an account with report roles and no other role except Dashboard. False for an account without any role. */
export const isReportsOnlyAccount = (accountRoles: readonly string[]): boolean =>
  accountRoles.some(isReportRole) && accountRoles.every((role) => role === 'Dashboard' || isReportRole(role))

export const privileges = [
  'View Sales Information',
  'View Identity Number',
  'Manage Personal Data',
  'Export Data',
  'Import Data',
  'Adjust Points',
  'Approve Adjustment',
  'Approve Level',
  'Approve Requests',
  'Merge Members',
  'Unmerge Members',
  'Manage Voucher Security Code',
  'Manage Settings',
  'View Audit',
  'Force Logout',
  'Waive Arrears',
] as const
export type Privilege = (typeof privileges)[number]

/** The privileges with which a user approves requests of colleagues. */
const approvingPrivileges: readonly Privilege[] = ['Approve Adjustment', 'Approve Level', 'Approve Requests']

/** True for an account that may approve requests: see the setting access.passkeyForApprovers. */
export const isApproverAccount = (accountPrivileges: Iterable<string>): boolean =>
  [...accountPrivileges].some((privilege) => (approvingPrivileges as readonly string[]).includes(privilege))

/** The permissions that a system account can have. */
export const systemAccountScopes = [
  'reference:read',
  'members:read',
  'members:write',
  'sales:read',
  'sales:write',
  'sales:cancel',
  'points:redeem',
  'points:redeem:cancel',
  'rewards:read',
  'rewards:redeem',
  'rewards:redeem:cancel',
  'rewards:claim',
  'rewards:claim:cancel',
  'rewards:collect',
  'rewards:collect:cancel',
  'vouchers:use',
  'events:read',
  'messages:bounces',
  'scim',
] as const
export type Scope = (typeof systemAccountScopes)[number]

/** The scopes of actions that happen at an outlet. An account with one of these scopes needs an outlet. */
export const scopesThatNeedOutlet = [
  'members:write',
  'rewards:redeem',
  'rewards:redeem:cancel',
  'rewards:claim',
  'rewards:claim:cancel',
  'rewards:collect',
  'rewards:collect:cancel',
  'vouchers:use',
] as const satisfies readonly Scope[]

/**
 * For each scope of a system account, the staff roles that allow the same actions.
 * A user needs all these roles to manage a system account with the scope (see accounts/caller-rights.ts).
 */
export const rolesRequiredByScope = {
  'reference:read': [],
  'members:read': ['Customer'],
  'members:write': ['Customer'],
  'sales:read': ['Customer Transaction'],
  'sales:write': ['Customer Transaction'],
  'sales:cancel': ['Customer Transaction'],
  'points:redeem': ['Redeem Rewards'],
  'points:redeem:cancel': ['Cancel Redeem Rewards'],
  'rewards:read': ['Customer', 'Claim Rewards'],
  'rewards:redeem': ['Redeem Rewards'],
  'rewards:redeem:cancel': ['Cancel Redeem Rewards'],
  'rewards:claim': ['Claim Rewards'],
  'rewards:claim:cancel': ['Cancel Claim Rewards'],
  'rewards:collect': ['Collect Rewards'],
  'rewards:collect:cancel': ['Cancel Collect Rewards'],
  'vouchers:use': ['Claim Rewards'],
  'events:read': ['Customer', 'Customer Transaction', 'Member Point Statement', 'Tasks'],
  'messages:bounces': ['Contact Templates'],
  scim: ['User Roles'],
} as const satisfies Record<Scope, readonly Role[]>
