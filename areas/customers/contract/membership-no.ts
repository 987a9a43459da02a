import { plainIdentity } from './nric.ts'

/** A membership number as it is stored: people read it with blanks and hyphens, scanners send it without. */
export const plainMembershipNo = plainIdentity
