/** The name under which a change of level waits in the one queue of approvals. */
export const LEVEL_CHANGE = 'Membership level'
