import { screens as access } from '#areas/access/web/screens.ts'
import { screens as approvals } from '#areas/approvals/web/screens.ts'
import { screens as customers } from '#areas/customers/web/screens.ts'
import { screens as dashboard } from '#areas/dashboard/web/screens.ts'
import { screens as expiry } from '#areas/expiry/web/screens.ts'
import { screens as exports } from '#areas/exports/web/screens.ts'
import { screens as imports } from '#areas/imports/web/screens.ts'
import { screens as levels } from '#areas/levels/web/screens.ts'
import { screens as memberships } from '#areas/memberships/web/screens.ts'
import { screens as merges } from '#areas/merges/web/screens.ts'
import { screens as points } from '#areas/points/web/screens.ts'
import { screens as referrals } from '#areas/referrals/web/screens.ts'
import { screens as sales } from '#areas/sales/web/screens.ts'
import { screens as setup } from '#areas/setup/web/screens.ts'
import { screens as staff } from '#areas/staff/web/screens.ts'
import { screens as upkeep } from '#areas/upkeep/web/screens.ts'
import type { Screen } from '#kit/web/screen.ts'

/** The screens of every area, listed by hand: what is not here does not exist in the application. */
export const screens: readonly Screen[] = [
  ...dashboard,
  ...customers,
  ...memberships,
  ...merges,
  ...levels,
  ...upkeep,
  ...points,
  ...expiry,
  ...referrals,
  ...sales,
  ...imports,
  ...access,
  ...approvals,
  ...exports,
  ...setup,
  ...staff,
]
