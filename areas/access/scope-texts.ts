import type { Scope } from './roles.ts'

/** Describes what each scope allows, for the API document and for staff who create system accounts. */
export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  'reference:read': 'Read outlets, brands, product groups and other lists that a till needs',
  'members:read': 'Look members up and read their cards, balances and statements',
  'members:write': 'Register members and record their consents',
  'sales:read': 'Read sales and returns',
  'sales:write': 'Enter sales and their lines, and award their points',
  'sales:cancel': 'Enter returns and cancellations of sales',
  'points:redeem': 'Redeem points of members',
  'points:redeem:cancel': 'Refund redemptions of points',
  'rewards:read': 'Read rewards and which of them a member can have',
  'rewards:redeem': 'Redeem rewards for members',
  'rewards:redeem:cancel': 'Cancel redemptions of rewards',
  'rewards:claim': 'Record that a member claims a reward',
  'rewards:claim:cancel': 'Cancel claims of rewards',
  'rewards:collect': 'Record that a member collects a reward',
  'rewards:collect:cancel': 'Cancel collections of rewards',
  'vouchers:use': 'Check and use vouchers',
  'events:read': 'Read what happened: customers, sales, points, rewards and vouchers of all outlets',
  'messages:bounces': 'Report bounces and complaints of e-mails',
  scim: 'Create, change and disable staff accounts, and put them into groups (SCIM)',
}
