import type { SessionInfo as Session, UserInfo as User } from '#areas/access/contract.ts'
import type { Privilege as AnyPrivilege, Role as AnyRole } from '#areas/access/roles.ts'
import type access from '#areas/access/web/texts/en.json'
import type approvals from '#areas/approvals/web/texts/en.json'
import type audit from '#areas/audit/web/texts/en.json'
import type customers from '#areas/customers/web/texts/en.json'
import type dashboard from '#areas/dashboard/web/texts/en.json'
import type expiry from '#areas/expiry/web/texts/en.json'
import type exports from '#areas/exports/web/texts/en.json'
import type imports from '#areas/imports/web/texts/en.json'
import type levels from '#areas/levels/web/texts/en.json'
import type media from '#areas/media/web/texts/en.json'
import type memberships from '#areas/memberships/web/texts/en.json'
import type merges from '#areas/merges/web/texts/en.json'
import type points from '#areas/points/web/texts/en.json'
import type referrals from '#areas/referrals/web/texts/en.json'
import type sales from '#areas/sales/web/texts/en.json'
import type setup from '#areas/setup/web/texts/en.json'
import type staff from '#areas/staff/web/texts/en.json'
import type upkeep from '#areas/upkeep/web/texts/en.json'
import type views from '#areas/views/web/texts/en.json'
import type kit from '#kit/web/texts/en.json'
import type app from './texts/en.json'

// Tells the kit the names of the areas, for the compiler only. A new area adds its texts here; that they are found at
// run time needs nothing, and a test says so when one is forgotten. The imports carry other names than the kit's own:
// inside of the module the kit's would be meant.

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    access: typeof access
    approvals: typeof approvals
    audit: typeof audit
    app: typeof app
    customers: typeof customers
    dashboard: typeof dashboard
    exports: typeof exports
    expiry: typeof expiry
    imports: typeof imports
    points: typeof points
    kit: typeof kit
    levels: typeof levels
    media: typeof media
    memberships: typeof memberships
    merges: typeof merges
    referrals: typeof referrals
    sales: typeof sales
    setup: typeof setup
    staff: typeof staff
    upkeep: typeof upkeep
    views: typeof views
  }
  interface Vocabulary {
    role: AnyRole
    privilege: AnyPrivilege
    user: User
    session: Session
  }
}
