/** The approval kind of level changes. */
export const LEVEL_CHANGE = 'Membership level'
