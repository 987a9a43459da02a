import { refusal } from '#kit/contract/refusal.ts'

// Customer and memberships form one record: a membership follows the status of its customer.

export const membershipRefusals = {
  groupUnknown: refusal(409, 'memberships.group_unknown', 'The card group does not exist or is not active'),
  noGroup: refusal(409, 'memberships.no_group', 'There is no active card group yet. Create one under Setup'),
  alreadyActive: refusal(
    409,
    'memberships.already_active',
    'The customer already has an active membership in this card group',
  ),
}
