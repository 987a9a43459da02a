/** The kind of approval request for changes of level. */
export const LEVEL_CHANGE_APPROVAL_KIND = 'Membership level'
