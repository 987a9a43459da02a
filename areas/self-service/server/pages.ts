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
const own = { module: 'public/card/CardPages.tsx', manifest: manifestPath }

const arriving = 'public/ArrivingPages.tsx'

/** The customers' pages; what else lies below them is no page. */
export const selfServicePages: readonly PublicPage[] = [
  { path: selfServicePath.pattern, module: arriving },
  { path: registerPath.pattern, module: arriving },
  { path: ownProfilePath.pattern, module: 'public/EditPage.tsx' },
  { path: signInPath.pattern, module: 'public/SignInPage.tsx' },
  { path: cardPath.pattern, ...own },
  { path: pointsPath.pattern, ...own },
  { path: rewardsPath.pattern, ...own },
  { path: purchasesPath.pattern, ...own },
  { path: ownPagePath.pattern, ...own },
  { path: endedPath.pattern, module: 'public/EndedPage.tsx' },
  { path: `${selfServicePath.pattern}/*` },
]
