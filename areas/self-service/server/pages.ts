import type { PublicPage } from '#kit/server/public-page.ts'
import {
  cardPath,
  endedPath,
  ownPagePath,
  ownProfilePath,
  pointsPath,
  purchasesPath,
  registerPath,
  rewardsPath,
  selfServicePath,
  signInPath,
} from '../paths.ts'
import { manifestPath } from './manifest.ts'

/** The member's own pages can be put on the phone's home screen as an app of their own. */
const own = (page: string) => ({ module: `public/card/${page}.tsx`, manifest: manifestPath })

/** The customers' pages; what else lies below them is no page. */
export const selfServicePages: readonly PublicPage[] = [
  { path: selfServicePath.pattern, module: 'group shared' },
  { path: registerPath.pattern, module: 'public/RegisterPage.tsx' },
  { path: ownProfilePath.pattern, module: 'public/EditPage.tsx' },
  { path: signInPath.pattern, module: 'public/SignInPage.tsx' },
  { path: cardPath.pattern, ...own('CardPage') },
  { path: pointsPath.pattern, ...own('PointsPage') },
  { path: rewardsPath.pattern, ...own('RewardsPage') },
  { path: purchasesPath.pattern, ...own('PurchasesPage') },
  { path: ownPagePath.pattern, ...own('OwnPage') },
  { path: endedPath.pattern, module: 'public/EndedPage.tsx' },
  { path: `${selfServicePath.pattern}/*` },
]
